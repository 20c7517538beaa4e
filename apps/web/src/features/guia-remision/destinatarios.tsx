import { COD_DOC, MOTIVOS_TRASLADO, NOMBRE_COMPROBANTE } from '@yupana/fiscal'
import { IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'

import { RecordPicker } from '../../components/combobox/record-picker.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { askFacturas, optionOfFactura } from '../../domain/comprobante/factura-busqueda.tsx'
import adicional from '../../domain/emision/adicional.module.css'
import cabecera from '../../domain/emision/cabecera.module.css'
import hoja from '../../domain/emision/hoja.module.css'
import { PersonaField } from '../../domain/emision/persona-field.tsx'
import { untilRefused } from '../../lib/http/http-error.ts'
import { DireccionDestino } from './direccion-destino.tsx'
import { readDestinatario } from './guia.queries.ts'
import classes from './guia.module.css'
import { destinatarioOf, emptyDestinatario, isEmptyDetalle, OTRO_MOTIVO, type GuiaValores } from './guia-valores.ts'
import { Mercaderia } from './mercaderia.tsx'

const MAX_DESTINATARIOS = 100
const MOTIVOS = [...MOTIVOS_TRASLADO.map((value) => ({ value, label: value })), { value: OTRO_MOTIVO, label: 'Otro motivo' }]
/** Sales documents, by their code of the SRI. */
const SUSTENTOS = [
  { value: '', label: 'Sin comprobante' },
  { value: COD_DOC.FACTURA, label: NOMBRE_COMPROBANTE[COD_DOC.FACTURA] },
  { value: '02', label: 'Nota de venta' },
  { value: COD_DOC.LIQUIDACION_COMPRA, label: NOMBRE_COMPROBANTE[COD_DOC.LIQUIDACION_COMPRA] },
  { value: COD_DOC.NOTA_CREDITO, label: NOMBRE_COMPROBANTE[COD_DOC.NOTA_CREDITO] },
]

/** All receivers of this transport. */
export function Destinatarios({ onGo }: { onGo: (campo: string) => void }) {
  const { control } = useFormContext<GuiaValores>()
  const { fields, append, remove } = useFieldArray({ control, name: 'destinatarios' })
  return (
    <>
      {fields.map((field, at) => (
        <section key={field.id} className={hoja.card} aria-labelledby={`destinatario-${at}`}>
          <header className={classes.titulo}>
            <h2 id={`destinatario-${at}`}>{fields.length > 1 ? `Destinatario ${at + 1}` : 'Destinatario'}</h2>
            {fields.length > 1 && (
              <IconButton label={`Quitar el destinatario ${at + 1}`} onClick={() => remove(at)}>
                <IconTrash size={18} />
              </IconButton>
            )}
          </header>
          <Destinatario at={at} onGo={onGo} />
        </section>
      ))}
      {fields.length < MAX_DESTINATARIOS && (
        <div>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={16} />}
            onClick={() => {
              append(emptyDestinatario(), { shouldFocus: false })
              onGo(`destinatarios.${fields.length}.persona`)
            }}
          >
            Añadir destinatario
          </Button>
        </div>
      )}
    </>
  )
}

function Destinatario({ at, onGo }: { at: number; onGo: (campo: string) => void }) {
  const { setValue } = useFormContext<GuiaValores>()
  const campo = `destinatarios.${at}` as const
  const motivo = useWatch<GuiaValores, `destinatarios.${number}.motivo`>({ name: `${campo}.motivo` })
  return (
    <>
      <DeFactura at={at} onTaken={() => onGo(`${campo}.direccion`)} />
      <div className={cabecera.cliente}>
        <PersonaField
          name={`${campo}.persona`}
          label="Quien recibe"
          rol="cliente"
          onChosen={(persona) => {
            setValue(`${campo}.correos`, persona?.correos.join(', ') ?? '')
            if (persona?.direccion) setValue(`${campo}.direccion`, persona.direccion)
            // A receiver with several addresses is asked which one.
            onGo(persona?.direccion && persona.direcciones.length === 0 ? `${campo}.motivo` : `${campo}.direccion`)
          }}
        />
        <TextField name={`${campo}.correos`} label="Correo para esta guía" inputMode="email" />
        <DireccionDestino at={at} />
        <SelectField name={`${campo}.motivo`} label="Motivo del traslado" options={MOTIVOS} required />
        {motivo === OTRO_MOTIVO && <TextField name={`${campo}.otro_motivo`} label="Cuál motivo" required />}
      </div>
      <Mercaderia at={at} />
      <details>
        <summary className={adicional.summary}>
          <IconChevronRight size={18} aria-hidden="true" />
          Ruta, establecimiento de destino y aduana
        </summary>
        <div className={`${cabecera.cliente} ${classes.masDatos}`}>
          <TextField name={`${campo}.ruta`} label="Ruta" />
          <TextField name={`${campo}.establecimiento_destino`} label="Establecimiento de destino" placeholder="001" inputMode="numeric" />
          <TextField name={`${campo}.doc_aduanero`} label="Documento aduanero único" />
        </div>
      </details>
    </>
  )
}

/** The document for the goods: ours fills in everything, others are typed. */
function DeFactura({ at, onTaken }: { at: number; onTaken: () => void }) {
  const { getValues, setValue, clearErrors } = useFormContext<GuiaValores>()
  const campo = `destinatarios.${at}` as const
  const [codDoc, numero] = useWatch<GuiaValores, [`destinatarios.${number}.cod_doc`, `destinatarios.${number}.numero`]>({
    name: [`${campo}.cod_doc`, `${campo}.numero`],
  })
  const take = async (id: string) => {
    const taken = destinatarioOf(await readDestinatario(id))
    const before = getValues(campo)
    const own = before.detalles.filter((detalle) => !isEmptyDetalle(detalle))
    const detalles = own.length > 0 && before.numero === '' ? [...own, ...taken.detalles] : taken.detalles
    // Typed data is not overwritten by the factura.
    const missing = [
      ...(before.persona ? [] : (['persona', 'correos'] as const)),
      ...(before.direccion === '' ? (['direccion'] as const) : []),
    ]
    clearErrors(campo)
    for (const name of ['cod_doc', 'numero', 'fecha', 'autorizacion', ...missing] as const) setValue(`${campo}.${name}`, taken[name])
    setValue(`${campo}.detalles`, detalles, { shouldDirty: true })
    onTaken()
  }
  return (
    <div className={classes.sustento}>
      <RecordPicker
        queryKey="guia_remision"
        ask={askFacturas}
        optionOf={optionOfFactura}
        onChoose={({ id }) => void untilRefused(take(id))}
        label="Traer de una factura emitida"
        placeholder="Número, cliente, RUC o clave de acceso"
        text={codDoc === COD_DOC.FACTURA && numero !== '' ? numero : undefined}
      />
      <SelectField name={`${campo}.cod_doc`} label="Comprobante" options={SUSTENTOS} />
      {codDoc !== '' && (
        <>
          <TextField name={`${campo}.numero`} label="Número del comprobante" placeholder="001-001-000000123" required />
          <CampoFecha name={`${campo}.fecha`} label="Fecha del comprobante" required />
          <TextField name={`${campo}.autorizacion`} label="Autorización" inputMode="numeric" />
        </>
      )}
    </div>
  )
}
