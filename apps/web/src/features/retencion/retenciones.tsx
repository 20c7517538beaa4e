import type { Contexto, PropuestaRetencion } from '@yupana/contract'
import {
  admitsPorcentaje,
  displayMonto,
  displayPorcentajes,
  IMPUESTO_RETENIDO,
  IMPUESTO_RETENIDO_LABEL,
  retencionAt,
  retencionesAt,
  type Fecha,
  type ImpuestoRetenido,
  type TarifaRetencion,
} from '@yupana/fiscal'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'

import { Button, IconButton } from '../../components/button.tsx'
import { OptionRecord } from '../../components/combobox/option-parts.tsx'
import { RecordPicker } from '../../components/combobox/record-picker.tsx'
import { CampoFecha } from '../../components/form/campo-fecha.tsx'
import { SelectField } from '../../components/form/choice-fields.tsx'
import { MontoField } from '../../components/form/number-fields.tsx'
import { TextField } from '../../components/form/text-field.tsx'
import { entradaOf } from '../../components/form/monto-entrada.ts'
import { useFieldError } from '../../components/form/use-field.ts'
import hoja from '../../domain/emision/hoja.module.css'
import { plainText } from '../../lib/formato/plain-text.ts'
import { useDebounced } from '../../lib/pagina/use-debounced.ts'
import { propuestaQuery } from './retencion.queries.ts'
import { isBanano, isDividendo } from './retencion-armar.ts'
import classes from './retencion.module.css'
import {
  compraOf,
  comprado,
  emptyLinea,
  valorOf,
  type LineaRetencion,
  type RetencionValores,
  type SustentoValores,
} from './retencion-valores.ts'

const MAX_LINEAS = 50
const ASK_MS = 300
const IMPUESTOS = Object.values(IMPUESTO_RETENIDO).map((value) => ({ value, label: IMPUESTO_RETENIDO_LABEL[value] }))

interface RetencionesProps {
  at: number
  contexto: Contexto
}

/** What a proposal is as lines; what it leaves to choose is left empty. */
const lineasOf = ({ renta, iva }: PropuestaRetencion): LineaRetencion[] =>
  [
    { ...renta, impuesto: IMPUESTO_RETENIDO.RENTA },
    { ...iva, impuesto: IMPUESTO_RETENIDO.IVA },
  ].flatMap(({ impuesto, codigo, base, porcentaje }) =>
    codigo === null ? [] : [{ ...emptyLinea(impuesto), codigo, base: entradaOf(base), porcentaje: entradaOf(porcentaje, 0) }],
  )

const ofLinea = ({ impuesto, codigo, base, porcentaje }: LineaRetencion) => [impuesto, codigo, base, porcentaje].join(' ')

/** Whether the lines are those of the proposal, by themselves or typed. */
const isFollowed = (propuesta: PropuestaRetencion, { automatica, retenciones }: SustentoValores): boolean =>
  automatica || retenciones.map(ofLinea).join('|') === lineasOf(propuesta).map(ofLinea).join('|')

/** What is withheld of one purchase: as it is proposed, until somebody says otherwise. */
export function Retenciones({ at, contexto }: RetencionesProps) {
  const name = `docs.${at}.retenciones` as const
  const { control, setValue, getValues, clearErrors } = useFormContext<RetencionValores>()
  const { fields, append, remove } = useFieldArray({ control, name })
  const error = useFieldError(name)
  const doc = useWatch<RetencionValores, `docs.${number}`>({ name: `docs.${at}` })
  const [proveedor, emision] = useWatch<RetencionValores, ['proveedor', 'fecha_emision']>({ name: ['proveedor', 'fecha_emision'] })
  const fecha = emision || contexto.hoy
  const compra = useDebounced(JSON.stringify(compraOf(doc, proveedor, fecha) ?? null), ASK_MS)
  const asked = useMemo(() => (JSON.parse(compra) ?? undefined) as Parameters<typeof propuestaQuery>[0], [compra])
  const { data, isPlaceholderData, error: failed, refetch } = useQuery(propuestaQuery(asked))
  const propuesta = asked && !isPlaceholderData ? data : undefined
  const use = (taken: PropuestaRetencion) => {
    clearErrors(name)
    setValue(name, lineasOf(taken), { shouldDirty: true })
    setValue(`docs.${at}.automatica`, true)
  }
  const follow = useEffectEvent((taken: PropuestaRetencion) => {
    if (getValues(`docs.${at}.automatica`)) use(taken)
  })
  useEffect(() => {
    if (propuesta) follow(propuesta)
  }, [propuesta])
  /** From now on what is proposed is only told. */
  const own = () => setValue(`docs.${at}.automatica`, false)
  const add = () => {
    own()
    const impuesto = fields.some(({ impuesto: one }) => one === '1') ? IMPUESTO_RETENIDO.IVA : IMPUESTO_RETENIDO.RENTA
    append({ ...emptyLinea(impuesto), base: baseOf(impuesto, getValues(`docs.${at}`)) }, { shouldFocus: false })
  }
  return (
    <section className={classes.retenciones} aria-label="Retenciones" onChange={own}>
      <h3>Retenciones</h3>
      {asked === undefined && <p className={hoja.nota}>Escriba la base del comprobante: se propone qué retener, con su razón.</p>}
      {asked !== undefined && failed && (
        <p className={hoja.nota}>
          No se pudo preguntar qué corresponde retener.{' '}
          <Button variant="subtle" onClick={() => void refetch()}>
            Reintentar
          </Button>
        </p>
      )}
      {propuesta && <Propuesta propuesta={propuesta} isFollowed={isFollowed(propuesta, doc)} onUse={() => use(propuesta)} />}
      {fields.map((field, fila) => (
        <Linea
          key={field.id}
          name={`${name}.${fila}`}
          at={at}
          fila={fila}
          fecha={fecha}
          onOwn={own}
          onRemove={() => {
            own()
            remove(fila)
          }}
        />
      ))}
      {error && <p className={hoja.error}>{error}</p>}
      {fields.length < MAX_LINEAS && (
        <div data-campo={name}>
          <Button variant="subtle" leftSection={<IconPlus size={16} />} onClick={add}>
            Añadir retención
          </Button>
        </div>
      )}
    </section>
  )
}

function baseOf(impuesto: string, doc: SustentoValores): string {
  try {
    const { base, iva, importe } = comprado(doc)
    return entradaOf(impuesto === IMPUESTO_RETENIDO.IVA ? iva : impuesto === IMPUESTO_RETENIDO.RENTA ? base : importe)
  } catch (error) {
    if (error instanceof RangeError) return ''
    throw error
  }
}

/** What is proposed of each tax and why, or why nothing is. */
function Propuesta({ propuesta, isFollowed, onUse }: { propuesta: PropuestaRetencion; isFollowed: boolean; onUse: () => void }) {
  const filas = [
    ['Renta', propuesta.renta],
    ['IVA', propuesta.iva],
  ] as const
  return (
    <div className={classes.propuesta} role="status">
      <ul>
        {filas.map(([impuesto, { codigo, concepto, porcentajes, valor, motivo }]) => (
          <li key={impuesto}>
            <strong>
              {impuesto}: {codigo === null ? 'no se retiene' : `${codigo} · ${porcentajes ?? ''}`}
              {valor !== null && codigo !== null && ` · ${displayMonto(valor)}`}
            </strong>
            <small>
              {motivo} {concepto !== null && `${concepto}.`}
            </small>
          </li>
        ))}
      </ul>
      {!isFollowed && (
        <Button variant="default" onClick={onUse}>
          Usar lo propuesto
        </Button>
      )}
    </div>
  )
}

const textOf = ({ codigo, concepto }: TarifaRetencion) => `${codigo} · ${concepto}`

/** The codes of a tax on a day that a text finds: their number begins so, or each word is in their concept. */
export function findTarifas(impuesto: ImpuestoRetenido, fecha: Fecha, q: string): TarifaRetencion[] {
  const words = plainText(q).split(/\s+/)
  return retencionesAt(impuesto, fecha).filter(
    ({ codigo, concepto }) => codigo.toLowerCase().startsWith(q.toLowerCase()) || words.every((word) => plainText(concepto).includes(word)),
  )
}

const MOST_SHOWN = 30

interface LineaProps {
  name: `docs.${number}.retenciones.${number}`
  at: number
  fila: number
  fecha: Fecha
  onOwn: () => void
  onRemove: () => void
}

function Linea({ name, at, fila, fecha, onOwn, onRemove }: LineaProps) {
  const { setValue, clearErrors, getValues } = useFormContext<RetencionValores>()
  const linea = useWatch<RetencionValores, LineaProps['name']>({ name })
  const codSustento = useWatch<RetencionValores, `docs.${number}.cod_sustento`>({ name: `docs.${at}.cod_sustento` })
  const error = useFieldError(`${name}.codigo`)
  const tarifa = linea.codigo === '' ? undefined : retencionAt(linea.codigo, fecha)
  const choose = (chosen: TarifaRetencion) => {
    onOwn()
    clearErrors([`${name}.codigo`, `${name}.porcentaje`])
    setValue(`${name}.codigo`, chosen.codigo, { shouldDirty: true })
    setValue(`${name}.porcentaje`, chosen.porcentaje === undefined ? '' : entradaOf(chosen.porcentaje, 0))
    if (linea.base.trim() === '') setValue(`${name}.base`, baseOf(linea.impuesto, getValues(`docs.${at}`)))
  }
  // A code belongs to one tax.
  const isOfOther = tarifa !== undefined && tarifa.impuesto !== linea.impuesto
  useEffect(() => {
    if (isOfOther) setValue(`${name}.codigo`, '')
  }, [isOfOther, name, setValue])
  const isFree = tarifa !== undefined && (tarifa.porcentaje === undefined || tarifa.noResidente === true)
  const range = isFree && tarifa && !admitsPorcentaje(tarifa, -1) ? displayPorcentajes(tarifa) : undefined
  return (
    <div className={classes.linea} role="group" aria-label={`Retención ${fila + 1}`}>
      <SelectField name={`${name}.impuesto`} label="Impuesto" options={IMPUESTOS} />
      <div data-campo={`${name}.codigo`}>
        <RecordPicker
          queryKey="retencion"
          scope={`${linea.impuesto} ${fecha}`}
          ask={(q) => Promise.resolve({ content: findTarifas(linea.impuesto, fecha, q).slice(0, MOST_SHOWN) })}
          optionOf={(one) => ({
            key: one.codigo,
            content: <OptionRecord title={one.concepto} detail={one.codigo} figure={displayPorcentajes(one)} />,
          })}
          onChoose={choose}
          label="Código de retención"
          placeholder="Código o concepto"
          text={tarifa && !isOfOther ? textOf(tarifa) : linea.codigo || undefined}
          error={error}
          required
        />
      </div>
      <MontoField name={`${name}.base`} label="Base" required />
      <MontoField name={`${name}.porcentaje`} label="%" decimals={0} {...(range !== undefined && { description: range })} required />
      <div className={classes.valor}>
        <span className="mantine-InputWrapper-label">Retenido</span>
        <strong>{displayMonto(valorOf(linea))}</strong>
      </div>
      <IconButton label={`Quitar la retención ${fila + 1}`} onClick={onRemove}>
        <IconTrash size={18} />
      </IconButton>
      {isBanano(linea) && (
        <div className={classes.extra}>
          <TextField name={`${name}.cajas`} label="Cajas de banano" inputMode="numeric" required />
          <MontoField name={`${name}.precio`} label="Precio por caja" required />
        </div>
      )}
      {isDividendo({ cod_sustento: codSustento }, linea) && (
        <div className={classes.extra}>
          <CampoFecha name={`${name}.fecha_pago`} label="Pago del dividendo" required />
          <MontoField name={`${name}.impuesto_renta`} label="Impuesto de la sociedad" required />
          <TextField name={`${name}.ejercicio`} label="Año de la utilidad" placeholder="2025" inputMode="numeric" required />
        </div>
      )}
    </div>
  )
}
