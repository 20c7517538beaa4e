import { type ProductoVenta } from '@yupana/contract'
import type { Fecha } from '@yupana/fiscal'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'

import { Dialog } from '../../components/dialog/dialog.tsx'
import { DialogFooter } from '../../components/dialog/dialog-footer.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { Form } from '../../components/form/form.tsx'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { createSendingKey } from '../../lib/sending-key.ts'
import { saveProducto } from '../producto/producto-save.ts'
import { ivaOptions, priceWithIva, productoInitial, ProductoSchema, TIPO_OPTIONS, type ProductoInput } from '../producto/producto-schema.ts'

const looksLikeCode = (text: string) => /^\S{1,25}$/.test(text) && /\d/.test(text)

/** What was searched for is a bar code, a code or a name. */
function initialOf(text: string): ProductoInput {
  const typed = text.trim()
  const isCode = looksLikeCode(typed)
  return { ...productoInitial(undefined, false), code: isCode ? typed : '', barcode: /^\d{8,14}$/.test(typed) ? typed : '', name: isCode ? '' : typed }
}

interface ProductoRapidoProps {
  /** What was searched for, or scanned. */
  text: string
  /** The rates are those of that day. */
  fecha: Fecha
  onDone: (producto: ProductoVenta) => void
  onClose: () => void
}

/** Registers a product without leaving what was being filled in. */
export function ProductoRapido({ text, fecha, onDone, onClose }: ProductoRapidoProps) {
  const [keyFor] = useState(createSendingKey)
  return (
    <Dialog opened title="Nuevo producto" onClose={onClose} size={560}>
      <Form
        label="Nuevo producto" schema={ProductoSchema} initial={initialOf(text)}
        onSubmit={async (form) => onDone(await saveProducto(form, undefined, keyFor(form)))} footer={<DialogFooter onCancel={onClose} />}
      >
        <FieldPair>
          <TextField name="code" label="Código" required autoFocus />
          <SelectField name="type_product" label="Tipo" options={TIPO_OPTIONS} required />
        </FieldPair>
        <TextField name="name" label="Nombre" required />
        <FieldPair>
          <MontoField name="price" label="Precio sin IVA" required description={<WithIva fecha={fecha} />} />
          <SelectField name="iva" label="Tarifa de IVA" options={ivaOptions(undefined, fecha)} required />
        </FieldPair>
        <TextField name="barcode" label="Código de barras" />
      </Form>
    </Dialog>
  )
}

function WithIva({ fecha }: { fecha: Fecha }) {
  const [price, iva] = useWatch<ProductoInput, ['price', 'iva']>({ name: ['price', 'iva'] })
  return priceWithIva(price, iva, fecha) ?? 'Hasta 6 decimales.'
}
