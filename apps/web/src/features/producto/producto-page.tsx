import { MAX_PRICE_LIST, type Producto } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'

import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import page from '../../components/form/form-page.module.css'
import { FieldPair, FormFooter, FormSection } from '../../components/form/form-parts.tsx'
import { Form } from '../../components/form/form.tsx'
import { ListField } from '../../components/form/list-field.tsx'
import { tidyEntrada } from '../../components/form/monto-entrada.ts'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RecordTabs } from '../../domain/auditoria/record-tabs.tsx'
import { saveProducto } from '../../domain/producto/producto-save.ts'
import { ESTADO_OPTIONS, ivaNote, ivaOptions, priceWithIva, productoInitial, ProductoSchema, TIPO_OPTIONS, type ProductoInput } from '../../domain/producto/producto-schema.ts'
import { hasRight } from '../../lib/rights.ts'
import { createSendingKey } from '../../lib/sending-key.ts'
import { useLeave } from '../../lib/use-leave.ts'
import { productoQuery } from './producto.queries.ts'

const tidyPrice = (text: string) => tidyEntrada(text, 2)

/** `/producto/registro` and `/producto/{uuid}`. */
export function ProductoPage() {
  const { uuid = '' } = useParams()
  return uuid === 'registro' ? <Editor key="registro" /> : <Stored key={uuid} id={uuid} />
}

function Stored({ id }: { id: string }) {
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(productoQuery(id))
  if (data) return <Editor producto={data} />
  return (
    <>
      <PageHeader title="Producto" />
      {error && <LoadFailure reason="No se pudo abrir este producto." onRetry={() => void refetch()} onBack={() => void navigate('/producto')} />}
    </>
  )
}

function Editor({ producto }: { producto?: Producto }) {
  const leave = useLeave('/producto')
  const [keyFor] = useState(createSendingKey)
  const seesCost = hasRight('producto:ver_costo')
  const canSave = hasRight(producto ? 'producto:editar' : 'producto:crear')
  return (
    <div className={page.page}>
      <PageHeader title={producto ? producto.name : 'Nuevo producto'} />
      <RecordTabs label="Secciones del producto" base="/producto" id={producto?.id}>
        <Form
          label="Producto" schema={ProductoSchema} initial={productoInitial(producto, seesCost)}
          onSubmit={(form) => saveProducto(form, producto, keyFor(form))} onDone={leave} disabled={!canSave}
          footer={<FormFooter onCancel={leave} canSave={canSave} />}
        >
          <FormSection title="Producto">
            <FieldPair>
              <TextField name="code" label="Código" required />
              <SelectField name="type_product" label="Tipo" options={TIPO_OPTIONS} required />
            </FieldPair>
            <TextField name="name" label="Nombre" required />
            <FieldPair>
              <TextField name="barcode" label="Código de barras" />
              <TextField name="auxiliary_code" label="Código auxiliar" />
            </FieldPair>
          </FormSection>
          <FormSection title="Precio e impuestos">
            <FieldPair>
              <MontoField name="price" label="Precio sin IVA" required description={<WithIva />} />
              <SelectField name="iva" label="Tarifa de IVA" options={ivaOptions(producto?.iva)} required description={<IvaNote />} />
            </FieldPair>
            <FieldPair>
              <ListField
                name="price_list" label="Otras listas de precios" itemLabel="Lista de precios" addLabel="Añadir lista" max={MAX_PRICE_LIST} inputMode="decimal"
                tidy={tidyPrice}
              />
              {seesCost && <MontoField name="cost" label="Costo" />}
            </FieldPair>
            <CheckboxField name="precio_libre" label="Precio libre" description="Quien vende escribe el precio en cada venta, aunque no pueda cambiar los de lista." />
            <FieldPair>
              <TextField name="ice_codigo" label="Código de ICE" inputMode="numeric" description="Solo si el producto paga ICE." />
            </FieldPair>
            <CheckboxField name="irbpnr" label="Paga IRBPNR (botellas plásticas no retornables)" />
          </FormSection>
          <FormSection title="Inventario">
            <CheckboxField name="manage_inventory" label="Llevar inventario" />
            <FieldPair>
              <MontoField name="minimum_stock" label="Stock mínimo" decimals={0} required />
              <SelectField name="status" label="Estado" options={ESTADO_OPTIONS} required />
            </FieldPair>
            <CheckboxField name="is_external" label="Externo" description="Se compra para cada venta y no se almacena." />
          </FormSection>
        </Form>
      </RecordTabs>
    </div>
  )
}

function WithIva() {
  const [price, iva] = useWatch<ProductoInput, ['price', 'iva']>({ name: ['price', 'iva'] })
  return priceWithIva(price, iva) ?? 'Hasta 6 decimales.'
}

function IvaNote() {
  return ivaNote(useWatch<ProductoInput, 'iva'>({ name: 'iva' })) ?? null
}
