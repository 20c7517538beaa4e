import type { ProductoVenta } from '@yupana/contract'
import { fromUnits, plainMonto } from '@yupana/fiscal'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef, type KeyboardEvent } from 'react'
import { useFieldArray, useFormContext } from 'react-hook-form'

import { Button, IconButton } from '../../components/button.tsx'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { useFieldError } from '../../components/form/use-field.ts'
import hoja from '../../domain/emision/hoja.module.css'
import { ProductoBuscador } from '../../domain/producto-picker/producto-buscador.tsx'
import classes from './guia.module.css'
import { cantidadOf, emptyDetalle, type GuiaValores } from './guia-valores.ts'

const MAX_DETALLES = 1000

/** Goods of a destinatario. Scanning a product again adds one unit. */
export function Mercaderia({ at }: { at: number }) {
  const name = `destinatarios.${at}.detalles` as const
  const { control, getValues, setValue, clearErrors } = useFormContext<GuiaValores>()
  const { fields, append, remove } = useFieldArray({ control, name })
  const error = useFieldError(name)
  const search = useRef<HTMLInputElement>(null)
  const add = ({ id, code, auxiliary_code: auxiliar, name: descripcion }: ProductoVenta) => {
    clearErrors(name)
    const fila = getValues(name).findIndex(({ producto_id }) => producto_id === id)
    const known = getValues(`${name}.${fila}`)
    if (fila >= 0) setValue(`${name}.${fila}.cantidad`, plainMonto(cantidadOf(known) + fromUnits(1)), { shouldDirty: true })
    else
      append(
        { ...emptyDetalle(), producto_id: id, codigo: code, codigo_auxiliar: auxiliar ?? '', descripcion, cantidad: '1' },
        { shouldFocus: false },
      )
    search.current?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    search.current?.focus()
  }
  return (
    <section className={classes.mercaderia} aria-label="Mercadería">
      {fields.map((field, fila) => (
        <div key={field.id} className={classes.detalle} onKeyDown={onKey} data-first={fila === 0 || undefined}>
          <TextField name={`${name}.${fila}.codigo`} label={`Código ${fila + 1}`} />
          <TextField name={`${name}.${fila}.descripcion`} label={`Descripción ${fila + 1}`} required />
          <MontoField name={`${name}.${fila}.cantidad`} label={`Cantidad ${fila + 1}`} decimals={0} required />
          <IconButton label={`Quitar el producto ${fila + 1}`} onClick={() => remove(fila)}>
            <IconTrash size={18} />
          </IconButton>
        </div>
      ))}
      {fields.length < MAX_DETALLES && (
        <div className={classes.agregar} data-campo={name}>
          <ProductoBuscador scope="guia" label="Agregar producto" onChoose={add} inputRef={search} error={error} />
          <Button
            variant="subtle"
            leftSection={<IconPlus size={16} />}
            onClick={() => append(emptyDetalle(), { focusName: `${name}.${fields.length}.descripcion` })}
          >
            Sin producto
          </Button>
        </div>
      )}
      {fields.length === 0 && <p className={hoja.nota}>Traiga los productos de una factura, búsquelos o escríbalos.</p>}
    </section>
  )
}
