import type { ProductoDeLinea } from '@yupana/contract'
import { bajaCompra, displayMonto, displayNumero } from '@yupana/fiscal'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'

import { Button, IconButton } from '../../components/button.tsx'
import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import { FieldPair, FormSection } from '../../components/form/form-parts.tsx'
import { MontoField } from '../../components/form/number-fields.tsx'
import { bodegasQuery } from '../../domain/bodega/bodegas.ts'
import { tarifaOptions, type CompraInput } from './compra-schema.ts'
import classes from './compra.module.css'
import { ElegirProducto } from './elegir-producto.tsx'

/** The bought lines, each with its product of ours: it enters the warehouse, or leaves it with a credit note. */
export function Lineas({ disabled }: { disabled: boolean }) {
  const { control } = useFormContext<CompraInput>()
  const { fields, append, remove } = useFieldArray({ control, name: 'lineas' })
  const lineas = useWatch<CompraInput, 'lineas'>({ name: 'lineas' })
  const isNota = bajaCompra(useWatch<CompraInput, 'tipo'>({ name: 'tipo' }))
  const hasGoods = lineas.some(({ producto }) => producto)
  return (
    <FormSection title="Detalle y mercadería">
      {fields.length > 0 && (
        <ul className={classes.lineas} aria-label="Detalle">
          {fields.map((field, at) => (
            <Fila key={field.id} at={at} disabled={disabled} onRemove={() => remove(at)} />
          ))}
        </ul>
      )}
      {!disabled && (
        <ElegirProducto
          label={isNota ? 'Agregar producto que se devuelve' : 'Agregar producto que entra a bodega'}
          onChosen={(producto) => append({ original: null, producto, motivo: '', cantidad: '', base: '', factor: '', tarifa: '' })}
        />
      )}
      {hasGoods && isNota && (
        <CheckboxField
          name="devuelve_mercaderia"
          label="Devuelve mercadería"
          description="Sale de la bodega al costo al que se compró. Sin marcar, la nota solo baja el precio."
        />
      )}
      {hasGoods && isNota && <SoloSiDevuelve />}
      {hasGoods && !isNota && (
        <FieldPair>
          <Bodega />
          <MontoField
            name="costo_adicional"
            label="Flete y otros por repartir"
            description="Sin IVA, de esta compra: se reparte por valor en el costo."
          />
        </FieldPair>
      )}
    </FormSection>
  )
}

function SoloSiDevuelve() {
  return useWatch<CompraInput, 'devuelve_mercaderia'>({ name: 'devuelve_mercaderia' }) ? <Bodega /> : null
}

function Bodega() {
  const { data = [] } = useQuery(bodegasQuery())
  const usual = data.find(({ predeterminada }) => predeterminada)
  return (
    <SelectField
      name="bodega_id"
      label="Bodega"
      options={[
        { value: '', label: usual?.name ?? 'La predeterminada' },
        ...data.flatMap(({ id, name }) => (id === usual?.id ? [] : [{ value: id, label: name }])),
      ]}
    />
  )
}

/** Rate of a line, if there are several: its IVA is a cost if the purchase gives no credit. */
function TarifaLinea({ at }: { at: number }) {
  const impuestos = useWatch<CompraInput, 'impuestos'>({ name: 'impuestos' })
  const fecha = useWatch<CompraInput, 'fecha_emision'>({ name: 'fecha_emision' })
  const codigos = [...new Set(impuestos.map(({ codigo_porcentaje: codigo }) => codigo))]
  if (codigos.length < 2) return null
  const options = tarifaOptions(fecha, codigos).filter(({ value }) => codigos.includes(value))
  return (
    <SelectField
      name={`lineas.${at}.tarifa`}
      label="Tarifa de IVA"
      options={[{ value: '', label: 'Según todo el comprobante' }, ...options]}
    />
  )
}

interface FilaProps {
  at: number
  disabled: boolean
  onRemove: () => void
}

function Fila({ at, disabled, onRemove }: FilaProps) {
  const { setValue } = useFormContext<CompraInput>()
  const linea = useWatch<CompraInput, `lineas.${number}`>({ name: `lineas.${at}` })
  if (!linea) return null
  const { original, producto, motivo } = linea
  const decide = (chosen: ProductoDeLinea | null | undefined) => {
    setValue(`lineas.${at}.producto`, chosen, { shouldDirty: true })
    setValue(`lineas.${at}.motivo`, '')
  }
  return (
    <li className={classes.linea}>
      {original && (
        <p className={classes.dicho}>
          <strong>{original.descripcion}</strong>
          <span>
            {displayNumero(original.cantidad)} × {displayNumero(original.precio_unitario, 2)} = {displayMonto(original.base)}
          </span>
        </p>
      )}
      {producto ? (
        <div className={classes.mercaderia}>
          <span>
            Producto: {producto.name} <span className={classes.nota}>{producto.code}</span>
          </span>
          {motivo !== '' && <span className={classes.nota}>Propuesto. {motivo}</span>}
          {original === null && (
            <FieldPair>
              <MontoField name={`lineas.${at}.cantidad`} label="Cantidad" decimals={0} required />
              <MontoField name={`lineas.${at}.base`} label="Subtotal sin IVA" required />
            </FieldPair>
          )}
          {original === null && <TarifaLinea at={at} />}
          <MontoField name={`lineas.${at}.factor`} label="Unidades por empaque" decimals={0} placeholder="1" />
        </div>
      ) : producto === null ? (
        <span className={classes.nota}>No es mercadería. {motivo}</span>
      ) : (
        !disabled && (
          <div className={classes.mercaderia}>
            <ElegirProducto label={`Producto de la línea ${at + 1}`} onChosen={decide} />
            <Button variant="subtle" onClick={() => decide(null)}>
              No es mercadería
            </Button>
          </div>
        )
      )}
      {!disabled && original && producto !== undefined && (
        <Button variant="subtle" onClick={() => decide(undefined)}>
          Cambiar producto
        </Button>
      )}
      {!disabled && !original && (
        <IconButton label={`Quitar la línea ${at + 1}`} onClick={onRemove}>
          <IconTrash size={18} />
        </IconButton>
      )}
    </li>
  )
}
