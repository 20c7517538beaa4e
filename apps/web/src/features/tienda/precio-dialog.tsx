import { rucComprador, type TiendaPrecio, type TiendaProducto } from '@yupana/contract'
import { displayMonto } from '@yupana/fiscal'
import * as z from 'zod/mini'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import { fechaEntrada, fechaEntradaOpcional } from '../../components/form/fecha-entrada.ts'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { entradaOf, montoEntrada } from '../../components/form/monto-entrada.ts'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { today } from '../../lib/formato/format.ts'
import { savePrecio } from './mesa.queries.ts'

const Schema = z.object({
  ruc: rucComprador,
  producto_id: z.string(),
  precio: montoEntrada(2),
  vigente_desde: fechaEntrada(),
  vigente_hasta: fechaEntradaOpcional(),
  activo: z.boolean(),
})

interface PrecioDialogProps {
  precio: TiendaPrecio | undefined
  /** At least one. */
  productos: readonly TiendaProducto[]
  onClose: () => void
}

/** Price of a store product for one company. */
export function PrecioDialog({ precio, productos, onClose }: PrecioDialogProps) {
  const initial = {
    ruc: precio?.ruc ?? '',
    producto_id: precio?.producto_id ?? productos[0]?.id ?? '',
    precio: entradaOf(precio?.precio),
    vigente_desde: precio?.vigente_desde ?? today(),
    vigente_hasta: precio?.vigente_hasta ?? '',
    activo: precio?.activo ?? true,
  }
  const options = productos.map(({ id, nombre, precio: lista }) => ({ value: id, label: `${nombre} (${displayMonto(lista)})` }))
  return (
    <FormDialog
      title={precio ? `Precio acordado con ${precio.empresa}` : 'Nuevo precio acordado'}
      schema={Schema}
      initial={initial}
      onSubmit={(form) => savePrecio({ ...form, version: precio?.version ?? 0 })}
      onClose={onClose}
    >
      {/* Company and product do not change. */}
      {precio ? (
        <p>
          {precio.producto}, {displayMonto(precio.precio_lista)} en el catálogo. RUC {precio.ruc}.
        </p>
      ) : (
        <>
          <TextField name="ruc" label="RUC de la empresa" inputMode="numeric" required />
          <SelectField name="producto_id" label="Producto" options={options} required />
        </>
      )}
      <MontoField name="precio" label="Precio sin IVA" required description="En lugar del precio del catálogo. No toma cupones." />
      <FieldPair>
        <CampoFecha name="vigente_desde" label="Vale desde" required />
        <CampoFecha name="vigente_hasta" label="Vale hasta" />
      </FieldPair>
      <CheckboxField name="activo" label="Vigente" />
    </FormDialog>
  )
}
