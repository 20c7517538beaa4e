import type { TiendaProducto, TipoTienda } from '@yupana/contract'
import { ANIOS_FIRMA, tarifasIvaAt, TIPO_FIRMA_LABEL, TIPOS_FIRMA, tipoIvaGeneralAt, type AniosFirma, type TipoFirma } from '@yupana/fiscal'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { CheckboxField, SelectField, type Option } from '../../components/form/choice-fields.tsx'
import { fechaEntrada, fechaEntradaOpcional } from '../../components/form/fecha-entrada.ts'
import { FieldPair } from '../../components/form/form-parts.tsx'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { REQUIRED } from '../../components/form/messages.ts'
import { entradaOf, montoEntrada } from '../../components/form/monto-entrada.ts'
import { IntegerField, MontoField } from '../../components/form/number-fields.tsx'
import { TextAreaField } from '../../components/form/text-area-field.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { today } from '../../lib/formato/format.ts'
import { randomId } from '../../lib/http/random-id.ts'
import { saveProducto } from './mesa.queries.ts'

const Schema = z.object({
  tipo: z.enum(['FIRMA', 'PLAN', 'DECLARACION']),
  nombre: z.string().check(z.trim(), z.minLength(1, REQUIRED), z.maxLength(100, '100 caracteres máximos.')),
  descripcion: z.string().check(z.trim(), z.maxLength(300, '300 caracteres máximos.')),
  precio: montoEntrada(2),
  iva: z.number(),
  firma_tipo: z.enum(TIPOS_FIRMA),
  firma_anios: z.number(),
  plan_documentos: z.optional(
    z.number().check(z.minimum(1, 'Tiene que ser como mínimo 1.'), z.maximum(1_000_000, 'Tiene que ser como máximo 1000000.')),
  ),
  vigente_desde: fechaEntrada(),
  vigente_hasta: fechaEntradaOpcional(),
  activo: z.boolean(),
})

const FIRMA_OPTIONS = TIPOS_FIRMA.map((value) => ({ value, label: TIPO_FIRMA_LABEL[value] }))
const ANIOS_OPTIONS = ANIOS_FIRMA.map((value) => ({ value, label: value === 1 ? '1 año' : `${value} años` }))

interface ProductoDialogProps {
  producto: TiendaProducto | undefined
  tipos: readonly Option<TipoTienda>[]
  onClose: () => void
}

/** A product of the store. */
export function ProductoDialog({ producto, tipos, onClose }: ProductoDialogProps) {
  // Made once per form: repeating the call creates no second record.
  const [id] = useState(() => producto?.id ?? randomId())
  const initial = {
    tipo: producto?.tipo ?? ('FIRMA' as const),
    nombre: producto?.nombre ?? '',
    descripcion: producto?.descripcion ?? '',
    precio: entradaOf(producto?.precio),
    iva: producto?.iva ?? tipoIvaGeneralAt(today()),
    firma_tipo: producto?.firma_tipo ?? ('NATURAL' as const),
    firma_anios: producto?.firma_anios ?? 1,
    plan_documentos: producto?.plan_documentos ?? undefined,
    vigente_desde: producto?.vigente_desde ?? today(),
    vigente_hasta: producto?.vigente_hasta ?? '',
    activo: producto?.activo ?? true,
  }
  const save = ({ firma_tipo, firma_anios, plan_documentos, vigente_hasta, ...form }: z.output<typeof Schema>) =>
    saveProducto({
      ...form,
      id,
      firma_tipo: form.tipo === 'FIRMA' ? firma_tipo : null,
      firma_anios: form.tipo === 'FIRMA' ? (firma_anios as AniosFirma) : null,
      plan_documentos: form.tipo === 'PLAN' ? (plan_documentos ?? null) : null,
      vigente_hasta: vigente_hasta || null,
      version: producto?.version ?? 0,
    })
  return (
    <FormDialog title={producto ? 'Editar producto' : 'Nuevo producto'} schema={Schema} initial={initial} onSubmit={save} onClose={onClose}>
      <SelectField name="tipo" label="Tipo" options={tipos} required />
      <TextField name="nombre" label="Nombre" required />
      <TextAreaField name="descripcion" label="Descripción" rows={2} />
      <DeTipo />
      <FieldPair>
        <MontoField name="precio" label="Precio sin IVA" required />
        <SelectField
          name="iva"
          label="IVA"
          options={tarifasIvaAt(today()).map(({ tipoIva = 0, label }) => ({ value: tipoIva, label }))}
          required
        />
      </FieldPair>
      <FieldPair>
        <CampoFecha name="vigente_desde" label="Precio desde" required />
        <CampoFecha name="vigente_hasta" label="Precio hasta" />
      </FieldPair>
      <CheckboxField name="activo" label="A la venta" />
    </FormDialog>
  )
}

function DeTipo() {
  const tipo = useWatch<{ tipo: TipoTienda; firma_tipo: TipoFirma }, 'tipo'>({ name: 'tipo' })
  if (tipo === 'PLAN') return <IntegerField name="plan_documentos" label="Comprobantes que trae" required />
  if (tipo !== 'FIRMA') return null
  return (
    <FieldPair>
      <SelectField name="firma_tipo" label="Titular" options={FIRMA_OPTIONS} required />
      <SelectField name="firma_anios" label="Vigencia" options={ANIOS_OPTIONS} required />
    </FieldPair>
  )
}
