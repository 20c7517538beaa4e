import type { FacturaForm } from '@yupana/contract'
import { isPlaca, type Fecha } from '@yupana/fiscal'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useFieldArray, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'

import { Button, IconButton } from '../../components/button.tsx'
import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { CheckboxField } from '../../components/form/choice-fields.tsx'
import { fechaEntrada } from '../../components/form/fecha-entrada.ts'
import { FormDialog } from '../../components/form/form-dialog.tsx'
import { FieldPair } from '../../components/form/form-parts.tsx'
import grupo from '../../components/form/grupo.module.css'
import { REQUIRED } from '../../components/form/messages.ts'
import { TextField } from '../../components/form/text-field.tsx'
import type { CompradorValores } from '../../domain/emision/comprador-valores.ts'
import { PersonaField } from '../../domain/emision/persona-field.tsx'
import type { ParteDialogProps } from './partes.ts'

type Sustitutiva = NonNullable<FacturaForm['sustitutiva_guia']>

const MAX_DESTINOS = 20
const required = z.string().check(z.trim(), z.minLength(1, REQUIRED), z.maxLength(300, '300 caracteres máximos.'))
const optional = z.string().check(z.trim(), z.maxLength(300, '300 caracteres máximos.'))

const transportista = z.pipe(
  z.nullable(z.custom<CompradorValores>()).check(
    z.check(({ value, issues }) => {
      if (value === null) issues.push({ code: 'custom', message: 'Elija el transportista.', input: value })
    }),
  ),
  z.transform((value) => value as CompradorValores),
)

const Schema = z
  .object({
    dir_partida: required,
    dir_destinatario: required,
    fecha_ini: fechaEntrada(),
    fecha_fin: fechaEntrada(),
    transportista,
    placa: z.string().check(z.trim(), z.minLength(1, REQUIRED), z.maxLength(20, '20 caracteres máximos.')),
    otra_placa: z.boolean(),
    destinos: z.array(
      z.object({
        motivo: required,
        ruta: optional,
        doc_aduanero: z.string().check(z.trim(), z.maxLength(64, '64 caracteres máximos.')),
        establecimiento_destino: z.string().check(
          z.trim(),
          z.refine((codigo) => codigo === '' || /^\d{3}$/.test(codigo), 'Son tres números.'),
        ),
      }),
    ),
  })
  .check(
    z.refine(({ otra_placa: otra, placa }) => otra || isPlaca(placa), {
      message: 'Ingrese una placa válida.',
      path: ['placa'],
    }),
    z.refine(({ fecha_ini: ini, fecha_fin: fin }) => ini <= fin, {
      message: 'El transporte termina el día que empieza o después.',
      path: ['fecha_fin'],
    }),
  )

const destinoOf = ({ motivo, ruta = '', doc_aduanero = '', establecimiento_destino = '' }: Sustitutiva['destinos'][number]) => ({
  motivo,
  ruta,
  doc_aduanero,
  establecimiento_destino,
})
const DESTINO = destinoOf({ motivo: 'Venta' })

const initialOf = (parte: Sustitutiva | undefined, hoy: Fecha) => ({
  dir_partida: parte?.dir_partida ?? '',
  dir_destinatario: parte?.dir_destinatario ?? '',
  fecha_ini: parte?.fecha_ini ?? hoy,
  fecha_fin: parte?.fecha_fin ?? hoy,
  transportista: parte
    ? {
        tipo_identificacion: parte.tipo_identificacion_transportista,
        identificacion: parte.identificacion_transportista,
        razon_social: parte.razon_social_transportista,
      }
    : null,
  placa: parte?.placa ?? '',
  otra_placa: parte?.otra_placa ?? false,
  destinos: parte?.destinos.map(destinoOf) ?? [DESTINO],
})

/** A factura that replaces the guía (anexo 9): carrier, dates and destination. */
export function ParteSustitutiva({ parte, hoy, onSave, onClose }: ParteDialogProps<'sustitutiva_guia'>) {
  return (
    <FormDialog
      title="Sustitutiva de guía de remisión"
      schema={Schema}
      initial={initialOf(parte, hoy)}
      saveLabel="Listo"
      onSubmit={async ({ transportista: lleva, otra_placa: otra, destinos, ...rest }) =>
        onSave({
          ...rest,
          razon_social_transportista: lleva.razon_social,
          tipo_identificacion_transportista: lleva.tipo_identificacion,
          identificacion_transportista: lleva.identificacion,
          ...(otra && { otra_placa: true }),
          destinos: destinos.map(({ motivo, ruta, doc_aduanero: aduana, establecimiento_destino: establecimiento }) => ({
            motivo,
            ...(ruta !== '' && { ruta }),
            ...(aduana !== '' && { doc_aduanero: aduana }),
            ...(establecimiento !== '' && { establecimiento_destino: establecimiento }),
          })),
        })
      }
      onClose={onClose}
    >
      <PersonaField name="transportista" label="Transportista" rol="transportista" onChosen={() => undefined} />
      <FieldPair>
        <Placa />
        <CheckboxField name="otra_placa" label="Moto u otra placa" />
      </FieldPair>
      <FieldPair>
        <CampoFecha name="fecha_ini" label="Inicio del transporte" required />
        <CampoFecha name="fecha_fin" label="Fin del transporte" required />
      </FieldPair>
      <TextField name="dir_partida" label="Dirección de partida" required />
      <TextField name="dir_destinatario" label="Dirección del destinatario" required />
      <Destinos />
    </FormDialog>
  )
}

function Placa() {
  const otra = useWatch<{ otra_placa: boolean }, 'otra_placa'>({ name: 'otra_placa' })
  return <TextField name="placa" label="Placa" description={otra ? undefined : 'Como ABC-1234'} required />
}

function Destinos() {
  const { fields, append, remove } = useFieldArray<{ destinos: (typeof DESTINO)[] }, 'destinos'>({ name: 'destinos' })
  return (
    <>
      {fields.map(({ id }, at) => (
        <fieldset key={id} className={grupo.grupo}>
          <legend>Destino {at + 1}</legend>
          <FieldPair>
            <TextField name={`destinos.${at}.motivo`} label="Motivo del traslado" required />
            <TextField name={`destinos.${at}.ruta`} label="Ruta" />
          </FieldPair>
          <FieldPair>
            <TextField name={`destinos.${at}.establecimiento_destino`} label="Establecimiento de destino" inputMode="numeric" />
            <TextField name={`destinos.${at}.doc_aduanero`} label="Documento aduanero" />
          </FieldPair>
          {fields.length > 1 && (
            <IconButton label={`Quitar el destino ${at + 1}`} onClick={() => remove(at)}>
              <IconTrash size={18} />
            </IconButton>
          )}
        </fieldset>
      ))}
      {fields.length < MAX_DESTINOS && (
        <div>
          <Button variant="subtle" leftSection={<IconPlus size={16} />} onClick={() => append(DESTINO)}>
            Añadir destino
          </Button>
        </div>
      )}
    </>
  )
}
