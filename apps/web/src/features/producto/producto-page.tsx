import { MAX_BARCODES, MAX_PRICE_LIST, type Producto } from '@yupana/contract'
import { IconPackages } from '@tabler/icons-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'

import { Button } from '../../components/button.tsx'
import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import { FieldPair, FormSection } from '../../components/form/form-parts.tsx'
import { ListField } from '../../components/form/list-field.tsx'
import { tidyEntrada } from '../../components/form/monto-entrada.ts'
import { MontoField } from '../../components/form/number-fields.tsx'
import { useFieldError } from '../../components/form/use-field.ts'
import { TextField } from '../../components/form/text-field.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { RecordForm, RecordPage } from '../../domain/catalogo/record-page.tsx'
import { CodigoField } from '../../domain/producto/codigo-field.tsx'
import { PRODUCTOS, saveProducto } from '../../domain/producto/producto-save.ts'
import {
  ESTADO_OPTIONS,
  ivaNote,
  ivaOptions,
  priceWithIva,
  productoInitial,
  ProductoSchema,
  TIPO_OPTIONS,
  type ProductoInput,
} from '../../domain/producto/producto-schema.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { Clasificacion } from './clasificacion.tsx'
import { pestanasOf } from './documentos.tsx'
import { ImagenPanel } from './imagen-panel.tsx'
import { Precios } from './precios.tsx'
import classes from './producto.module.css'

const Combo = loadedPart(async () => (await import('./combo.tsx')).Combo)

const tidyPrice = (text: string) => tidyEntrada(text, 2)

export const ProductoPage = () => <RecordPage catalogo={PRODUCTOS} Editor={Editor} />

function Editor({ record: producto }: { record?: Producto }) {
  const seesCost = hasRight('producto:ver_costo')
  return (
    <RecordForm
      catalogo={PRODUCTOS}
      record={producto}
      name={producto?.name}
      schema={ProductoSchema}
      initial={productoInitial(producto, seesCost)}
      onSave={(form, headers) => saveProducto(form, producto, headers)}
      more={producto && [{ seccion: 'precios', label: 'Precios', content: <Precios producto={producto} /> }, ...pestanasOf(producto)]}
    >
      <FormSection title="Producto">
        <FieldPair>
          <CodigoField isNuevo={!producto} />
          <SelectField name="type_product" label="Tipo" options={TIPO_OPTIONS} required />
        </FieldPair>
        <TextField name="name" label="Nombre" required />
        <FieldPair>
          <TextField name="barcode" label="Código de barras" />
          <TextField name="auxiliary_code" label="Código auxiliar" />
        </FieldPair>
        <ListField
          name="barcodes"
          label="Otros códigos de barras"
          itemLabel="Otro código de barras"
          addLabel="Añadir código"
          max={MAX_BARCODES}
          inputMode="text"
          description="De la caja, o de otro proveedor: cada uno encuentra el producto al leerlo."
        />
      </FormSection>
      <FormSection title="Clasificación">
        <Clasificacion />
      </FormSection>
      <FormSection title="Imagen">
        <ImagenPanel producto={producto} />
      </FormSection>
      <FormSection title="Precio e impuestos">
        <FieldPair>
          <MontoField name="price" label="Precio sin IVA" required description={<WithIva />} />
          <SelectField name="iva" label="Tarifa de IVA" options={ivaOptions(producto?.iva)} required description={<IvaNote />} />
        </FieldPair>
        <FieldPair>
          <ListField
            name="price_list"
            label="Otras listas de precios"
            itemLabel="Lista de precios"
            addLabel="Añadir lista"
            max={MAX_PRICE_LIST}
            inputMode="decimal"
            tidy={tidyPrice}
          />
          {seesCost && <MontoField name="cost" label="Costo" />}
        </FieldPair>
        <CheckboxField
          name="precio_libre"
          label="Precio libre"
          description="Quien vende escribe el precio en cada venta, aunque no pueda cambiar los de lista."
        />
        <FieldPair>
          <TextField name="ice_codigo" label="Código de ICE" inputMode="numeric" description="Solo si el producto paga ICE." />
        </FieldPair>
        <CheckboxField name="irbpnr" label="Paga IRBPNR (botellas plásticas no retornables)" />
      </FormSection>
      <Inventario />
      <Partes producto={producto} />
    </RecordForm>
  )
}

/** Components of a combo; any other product may become one. */
function Partes({ producto }: { producto: Producto | undefined }) {
  const [isOpen, setOpen] = useState(producto ? producto.partes.length > 0 : false)
  const canSave = hasRight(producto ? 'producto:editar' : 'producto:crear')
  if (!isOpen && !canSave) return null
  return (
    <FormSection title="Combo">
      {isOpen ? (
        <Combo producto={producto} disabled={!canSave} />
      ) : (
        <Button variant="default" leftSection={<IconPackages size={16} />} onClick={() => setOpen(true)} className={classes.abrir}>
          Armar un combo con otros productos
        </Button>
      )}
    </FormSection>
  )
}

function Inventario() {
  const [isLlevado, partes] = useWatch<ProductoInput, ['manage_inventory', 'partes']>({ name: ['manage_inventory', 'partes'] })
  const isCombo = partes.length > 0 && !isLlevado
  // A field that blocks saving is always visible.
  const hasProblem = useFieldError('minimum_stock') !== undefined
  return (
    <FormSection title="Inventario">
      {!isCombo && <CheckboxField name="manage_inventory" label="Llevar inventario" />}
      <FieldPair>
        <SelectField name="status" label="Estado" options={ESTADO_OPTIONS} required />
        {(isLlevado || hasProblem) && <MontoField name="minimum_stock" label="Stock mínimo" decimals={0} required />}
      </FieldPair>
      {!isCombo && <CheckboxField name="is_external" label="Externo" description="Se compra para cada venta y no se almacena." />}
    </FormSection>
  )
}

function WithIva() {
  const [price, iva] = useWatch<ProductoInput, ['price', 'iva']>({ name: ['price', 'iva'] })
  return priceWithIva(price, iva) ?? 'Hasta 6 decimales.'
}

function IvaNote() {
  return ivaNote(useWatch<ProductoInput, 'iva'>({ name: 'iva' })) ?? null
}
