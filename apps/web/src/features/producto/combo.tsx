import { MAX_PARTES, type ParteVista, type Producto, type ProductoVenta } from '@yupana/contract'
import { displayNumero, fromUnits, parseEntrada, plainMonto } from '@yupana/fiscal'
import { IconTrash } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'

import { IconButton } from '../../components/button.tsx'
import { MontoField } from '../../components/form/number-fields.tsx'
import { useFieldError } from '../../components/form/use-field.ts'
import { ProductoBuscador } from '../../domain/producto-picker/producto-buscador.tsx'
import type { ProductoInput } from '../../domain/producto/producto-schema.ts'
import classes from './combo.module.css'

type Vista = Pick<ParteVista, 'code' | 'name'> & Partial<Pick<ParteVista, 'stock' | 'status'>>

/** Adds one to a typed quantity; unreadable text becomes 1. */
function oneMore(text: string): string {
  const entrada = parseEntrada(text)
  return plainMonto(entrada.ok ? entrada.monto + fromUnits(1) : fromUnits(1))
}

const stockText = ({ stock }: Vista) =>
  typeof stock === 'number' ? `hay ${displayNumero(stock)}` : stock === null ? 'sin inventario' : undefined

/** Components of a combo: scanning a product again adds one unit. */
export function Combo({ producto, disabled }: { producto: Producto | undefined; disabled: boolean }) {
  const { control, getValues, setValue, clearErrors } = useFormContext<ProductoInput>()
  const { fields, append, remove } = useFieldArray({ control, name: 'partes' })
  const error = useFieldError('partes')
  const search = useRef<HTMLInputElement>(null)
  const [vistas, setVistas] = useState<ReadonlyMap<string, Vista>>(
    () => new Map(producto?.combo?.partes.map((parte) => [parte.producto_id, parte])),
  )
  const add = ({ id, code, name }: ProductoVenta) => {
    clearErrors('partes')
    const at = getValues('partes').findIndex(({ producto_id }) => producto_id === id)
    if (at >= 0) setValue(`partes.${at}.cantidad`, oneMore(getValues(`partes.${at}.cantidad`)), { shouldDirty: true })
    else {
      setVistas((present) => new Map(present).set(id, { code, name, ...present.get(id) }))
      append({ producto_id: id, cantidad: '1' }, { shouldFocus: false })
      // The stock of a combo is that of its components.
      setValue('manage_inventory', false, { shouldDirty: true })
      setValue('is_external', false, { shouldDirty: true })
    }
    search.current?.focus()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    search.current?.focus()
  }
  return (
    <>
      <Disponible producto={producto} />
      {fields.length > 0 && (
        <ul className={classes.partes} aria-label="Partes del combo">
          {fields.map(({ id, producto_id }, at) => (
            <Parte
              key={id}
              at={at}
              vista={vistas.get(producto_id)}
              disabled={disabled}
              onKey={onKey}
              onRemove={() => {
                remove(at)
                search.current?.focus()
              }}
            />
          ))}
        </ul>
      )}
      {!disabled && fields.length < MAX_PARTES && (
        <div data-campo="partes">
          <ProductoBuscador scope="combo" label="Agregar parte" onChoose={add} inputRef={search} error={error} />
        </div>
      )}
      {!disabled && (
        <p className={classes.nota}>Al vender el combo sale del stock cada parte, por su cantidad. El combo no lleva inventario propio.</p>
      )}
    </>
  )
}

interface ParteProps {
  at: number
  vista: Vista | undefined
  disabled: boolean
  onKey: (event: KeyboardEvent) => void
  onRemove: () => void
}

function Parte({ at, vista = { code: '', name: `Parte ${at + 1}` }, disabled, onKey, onRemove }: ParteProps) {
  const wrong = useFieldError(`partes.${at}.producto_id`)
  const details = [vista.code, stockText(vista), vista.status === 'INACTIVO' && 'inactivo'].filter(Boolean)
  return (
    <li className={classes.parte} onKeyDown={onKey} data-campo={`partes.${at}.producto_id`}>
      <div className={classes.producto}>
        <span className={classes.nombre}>{vista.name}</span>
        <span className={classes.detalle}>{details.join(' · ')}</span>
        {wrong && (
          <span className={classes.error} role="alert">
            {wrong}
          </span>
        )}
      </div>
      <MontoField name={`partes.${at}.cantidad`} label={`Cantidad ${at + 1}`} decimals={0} required />
      {!disabled && (
        <IconButton label={`Quitar ${vista.name}`} onClick={onRemove}>
          <IconTrash size={18} />
        </IconButton>
      )}
    </li>
  )
}

/** Number of combos that the stock allows, for the saved components. */
function Disponible({ producto }: { producto: Producto | undefined }) {
  const partes = useWatch<ProductoInput, 'partes'>({ name: 'partes' })
  const combo = producto?.combo
  if (!combo) return null
  const isSaved =
    partes.length === combo.partes.length &&
    combo.partes.every(
      ({ producto_id: id, cantidad }, at) => partes[at]?.producto_id === id && partes[at].cantidad === plainMonto(cantidad),
    )
  const text = !isSaved
    ? 'se calcula al guardar'
    : combo.disponible === null
      ? 'ninguna parte lleva inventario'
      : displayNumero(combo.disponible)
  return (
    <p className={classes.disponible}>
      Disponible: <strong>{text}</strong>
    </p>
  )
}
