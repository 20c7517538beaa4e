import type { Contexto } from '@yupana/contract'
import {
  displayFecha,
  displayMonto,
  inRange,
  isFecha,
  nombreComprobanteAts,
  plazosRetencion,
  REGIMEN_EXTERIOR_LABEL,
  REGIMENES_EXTERIOR,
  sustentosOf,
  tablaSustentos,
  tarifasIvaAt,
  TIPO_IVA,
  type Fecha,
  type Monto,
} from '@yupana/fiscal'
import { IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react'
import { memo, useEffect } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'

import { Button, IconButton } from '../../components/button.tsx'
import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { CheckboxField, SelectField } from '../../components/form/choice-fields.tsx'
import { FECHA_MIN } from '../../components/form/fecha-input.tsx'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import adicional from '../../domain/emision/adicional.module.css'
import cabecera from '../../domain/emision/cabecera.module.css'
import hoja from '../../domain/emision/hoja.module.css'
import { opcionesDeForma } from '../../domain/emision/pagos.tsx'
import { OPERACION_OPTIONS } from '../../domain/retencion/operaciones.ts'
import { Retenciones } from './retenciones.tsx'
import classes from './retencion.module.css'
import { comprado, emptyBase, emptySustento, montosOf, type RetencionValores, type SustentoValores } from './retencion-valores.ts'

const MAX_SUSTENTOS = 100
const MAX_BASES = 20

interface SustentosProps {
  contexto: Contexto
  onGo: (campo: string) => void
}

/** The documents to withhold from. */
export const Sustentos = memo(function Sustentos({ contexto, onGo }: SustentosProps) {
  const { control } = useFormContext<RetencionValores>()
  const { fields, append, remove } = useFieldArray({ control, name: 'docs' })
  return (
    <>
      {fields.map((field, at) => (
        <section key={field.id} className={hoja.card} aria-labelledby={`sustento-${at}`}>
          <header className={classes.titulo}>
            <h2 id={`sustento-${at}`}>Comprobante de sustento{fields.length > 1 && ` ${at + 1}`}</h2>
            {fields.length > 1 && (
              <IconButton label={`Quitar el sustento ${at + 1}`} onClick={() => remove(at)}>
                <IconTrash size={18} />
              </IconButton>
            )}
          </header>
          <Sustento at={at} contexto={contexto} />
        </section>
      ))}
      {fields.length < MAX_SUSTENTOS && (
        <div>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={16} />}
            onClick={() => {
              append(emptySustento(contexto.hoy), { shouldFocus: false })
              onGo(`docs.${fields.length}.numero`)
            }}
          >
            Añadir otro sustento
          </Button>
        </div>
      )}
    </>
  )
})

const TIPOS = [...new Set(tablaSustentos.rows().flatMap(({ tipos }) => tipos))]
  .sort((a, b) => a.length - b.length || a.localeCompare(b))
  .map((value) => ({ value, label: `${value} · ${nombreComprobanteAts(value) ?? ''}` }))

const sustentoOptions = (codDoc: string, fecha: Fecha) =>
  sustentosOf(codDoc, fecha).map(({ codigo, nombre }) => ({ value: codigo, label: `${codigo} · ${nombre}` }))

function Sustento({ at, contexto }: { at: number; contexto: Contexto }) {
  const campo = `docs.${at}` as const
  const { setValue } = useFormContext<RetencionValores>()
  const [codDoc, codSustento] = useWatch<RetencionValores, [`docs.${number}.cod_doc`, `docs.${number}.cod_sustento`]>({
    name: [`${campo}.cod_doc`, `${campo}.cod_sustento`],
  })
  const sustentos = sustentoOptions(codDoc, contexto.hoy)
  // A choice that this kind of document does not allow is replaced.
  const [first] = sustentos
  const isWrong = first !== undefined && !sustentos.some(({ value }) => value === codSustento)
  useEffect(() => {
    if (isWrong) setValue(`${campo}.cod_sustento`, first.value, { shouldDirty: true })
  }, [isWrong, first?.value, campo, setValue])
  return (
    <>
      <div className={classes.tercios}>
        <SelectField name={`${campo}.cod_doc`} label="Comprobante" options={TIPOS} />
        <TextField name={`${campo}.numero`} label="Número" placeholder="001-001-000000123" required />
        <CampoFecha name={`${campo}.fecha`} label="Fecha de emisión" max={contexto.hoy} required />
      </div>
      <Plazo at={at} />
      <div className={cabecera.cliente}>
        <TextField name={`${campo}.autorizacion`} label="Autorización" inputMode="numeric" />
        <SelectField name={`${campo}.cod_sustento`} label="Sustento tributario" options={sustentos} />
        <SelectField name={`${campo}.operacion`} label="Qué se compró" options={OPERACION_OPTIONS} />
        <SelectField name={`${campo}.forma_pago`} label="Forma de pago" options={opcionesDeForma(contexto.hoy)} />
      </div>
      <Bases at={at} contexto={contexto} />
      <Retenciones at={at} contexto={contexto} />
      <Mas at={at} />
    </>
  )
}

/** Deadline of the voucher: the law does not say which kind of days it means, so both dates show in time. */
function Plazo({ at }: Pick<ParteProps, 'at'>) {
  const doc = useWatch<RetencionValores, `docs.${number}`>({ name: `docs.${at}` })
  const recibido = doc.fecha_registro || doc.fecha
  if (!isFecha(recibido) || recibido < FECHA_MIN) return null
  const { dias, calendario, habiles } = plazosRetencion(recibido)
  return (
    <p className={hoja.nota}>
      Se emite dentro de {dias} días: hasta el {displayFecha(calendario)} si son días calendario, hasta el {displayFecha(habiles)} si son
      hábiles.
    </p>
  )
}

interface ParteProps {
  at: number
  contexto: Contexto
}

/** Amounts without taxes, by rate, with the IVA of each. */
function Bases({ at, contexto }: ParteProps) {
  const doc = useWatch<RetencionValores, `docs.${number}`>({ name: `docs.${at}` })
  const name = `docs.${at}.bases` as const
  const { control } = useFormContext<RetencionValores>()
  const { fields, append, remove } = useFieldArray({ control, name })
  const fecha = doc.fecha || contexto.hoy
  const tarifas = tarifasIvaAt(fecha, { turismo: true }).flatMap(({ tipoIva, label }) =>
    tipoIva === undefined ? [] : [{ value: tipoIva, label }],
  )
  return (
    <section className={classes.bases} aria-label="Bases del comprobante">
      {fields.map((field, fila) => (
        <div key={field.id} className={classes.base}>
          <MontoField name={`${name}.${fila}.base`} label={fila === 0 ? 'Base sin impuestos' : `Base ${fila + 1}`} required={fila === 0} />
          <SelectField name={`${name}.${fila}.iva`} label={fila === 0 ? 'Tarifa de IVA' : `Tarifa ${fila + 1}`} options={tarifas} />
          <MontoField name={`${name}.${fila}.valor`} label={fila === 0 ? 'IVA' : `IVA ${fila + 1}`} placeholder={ivaText(doc, fila)} />
          {fields.length > 1 && (
            <IconButton label={`Quitar la base ${fila + 1}`} onClick={() => remove(fila)}>
              <IconTrash size={18} />
            </IconButton>
          )}
        </div>
      ))}
      <div className={classes.base}>
        <MontoField name={`docs.${at}.importe`} label="Importe total" placeholder={importeText(doc)} />
        {fields.length < MAX_BASES && (
          <Button
            variant="subtle"
            leftSection={<IconPlus size={16} />}
            onClick={() => append({ ...emptyBase(fecha), iva: TIPO_IVA.CERO }, { focusName: `${name}.${fields.length}.base` })}
          >
            Otra tarifa
          </Button>
        )}
      </div>
    </section>
  )
}

const montoText = (amount: () => Monto) => inRange(() => displayMonto(amount())) ?? ''
const ivaText = ({ bases, fecha }: SustentoValores, fila: number) => {
  const base = bases[fila]
  return base ? montoText(() => montosOf({ ...base, valor: '' }, fecha).valor) : ''
}
const importeText = (doc: SustentoValores) => montoText(() => comprado(doc).calculado)

const EXTERIOR_OPTIONS = REGIMENES_EXTERIOR.map((value) => ({ value, label: REGIMEN_EXTERIOR_LABEL[value] }))

/** Seldom used fields: date of booking, and a payment abroad. */
function Mas({ at }: Omit<ParteProps, 'contexto'>) {
  const [exterior, convenio] = useWatch<RetencionValores, [`docs.${number}.exterior`, `docs.${number}.convenio`]>({
    name: [`docs.${at}.exterior`, `docs.${at}.convenio`],
  })
  return (
    <details>
      <summary className={adicional.summary}>
        <IconChevronRight size={18} aria-hidden="true" />
        Fecha de registro y pago al exterior
      </summary>
      <div className={classes.mas}>
        <div className={cabecera.cliente}>
          <CampoFecha name={`docs.${at}.fecha_registro`} label="Fecha de registro contable" />
          <CheckboxField name={`docs.${at}.exterior`} label="Pago al exterior" />
        </div>
        {exterior && (
          <div className={cabecera.cliente}>
            <SelectField name={`docs.${at}.regimen_exterior`} label="Régimen fiscal del exterior" options={EXTERIOR_OPTIONS} />
            <TextField name={`docs.${at}.pais`} label="País del pago (código del SRI)" placeholder="110" inputMode="numeric" required />
            <div className={classes.casillas}>
              <CheckboxField name={`docs.${at}.convenio`} label="Aplica convenio de doble tributación" />
              {!convenio && <CheckboxField name={`docs.${at}.sujeto_retencion`} label="Sujeto a retención por norma legal" />}
              <CheckboxField name={`docs.${at}.regimen_fiscal`} label="Pago a régimen fiscal preferente" />
            </div>
          </div>
        )}
      </div>
    </details>
  )
}
