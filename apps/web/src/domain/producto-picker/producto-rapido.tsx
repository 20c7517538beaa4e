import { type ProductoVenta } from '@yupana/contract'
import type { Fecha } from '@yupana/fiscal'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'

import { SelectField } from '../../components/form/choice-fields.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { CodigoField } from '../producto/codigo-field.tsx'
import { saveProducto } from '../producto/producto-save.ts'
import { ivaOptions, priceWithIva, productoInitial, ProductoSchema, TIPO_OPTIONS, type ProductoInput } from '../producto/producto-schema.ts'

const looksLikeCode = (text: string) => /^\S{1,25}$/.test(text) && /\d/.test(text)

/** The searched text fills the bar code, the code or the name. */
function initialOf(text: string): ProductoInput {
  const typed = text.trim()
  const isCode = looksLikeCode(typed)
  return {
    ...productoInitial(undefined, false),
    code: isCode ? typed : '',
    barcode: /^\d{8,14}$/.test(typed) ? typed : '',
    name: isCode ? '' : typed,
  }
}

interface ProductoRapidoProps {
  /** The searched or scanned text. */
  text: string
  /** The day whose rates apply. */
  fecha: Fecha
  onDone: (producto: ProductoVenta) => void
  onClose: () => void
}

/** Registers a product without leaving the form behind. */
export function ProductoRapido({ text, fecha, onDone, onClose }: ProductoRapidoProps) {
  const [keyFor] = useState(createSendingKey)
  return (
    <FormDialog
      title="Nuevo producto"
      schema={ProductoSchema}
      initial={initialOf(text)}
      onSubmit={(form) => saveProducto(form, undefined, keyFor(form))}
      onDone={onDone}
      onClose={onClose}
    >
      <FieldPair>
        <CodigoField isNuevo />
        <SelectField name="type_product" label="Tipo" options={TIPO_OPTIONS} required />
      </FieldPair>
      <TextField name="name" label="Nombre" required />
      <FieldPair>
        <MontoField name="price" label="Precio sin IVA" required description={<WithIva fecha={fecha} />} />
        <SelectField name="iva" label="Tarifa de IVA" options={ivaOptions(undefined, fecha)} required />
      </FieldPair>
      <TextField name="barcode" label="Código de barras" />
    </FormDialog>
  )
}

function WithIva({ fecha }: { fecha: Fecha }) {
  const [price, iva] = useWatch<ProductoInput, ['price', 'iva']>({ name: ['price', 'iva'] })
  return priceWithIva(price, iva, fecha) ?? 'Hasta 6 decimales.'
}
