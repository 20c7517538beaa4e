import type { Contexto, PropuestaRetencion } from '@yupana/contract'
import { IMPUESTO_RETENIDO, inRange } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { Button } from '../../components/button.tsx'
import { entradaOf } from '../../components/form/monto-entrada.ts'
import { loadedPart } from '../../components/loaded-part.tsx'
import hoja from '../../domain/emision/hoja.module.css'
import { areProposed, lineasDePropuesta } from '../../domain/retencion/lineas.ts'
import classes from '../../domain/retencion/lineas-retencion.module.css'
import { useDebounced } from '../../lib/pagina/use-debounced.ts'
import { useProveedorOf } from './proveedor-del-dia.ts'
import { propuestaQuery } from './retencion.queries.ts'
import { compraOf, comprado, type RetencionValores, type SustentoValores } from './retencion-valores.ts'

const Propuesta = loadedPart(async () => (await import('../../domain/retencion/propuesta.tsx')).Propuesta)
const LineasRetencion = loadedPart(async () => (await import('../../domain/retencion/lineas-retencion.tsx')).LineasRetencion)

const ASK_MS = 300

interface RetencionesProps {
  at: number
  contexto: Contexto
}

/** Withholdings of a purchase: the proposal, until the user changes it. */
export function Retenciones({ at, contexto }: RetencionesProps) {
  const name = `docs.${at}.retenciones` as const
  const { setValue, getValues, clearErrors } = useFormContext<RetencionValores>()
  const doc = useWatch<RetencionValores, `docs.${number}`>({ name: `docs.${at}` })
  const emision = useWatch<RetencionValores, 'fecha_emision'>({ name: 'fecha_emision' })
  const proveedor = useProveedorOf(at)
  const fecha = emision || contexto.hoy
  const compra = useDebounced(JSON.stringify(compraOf(doc, proveedor, fecha) ?? null), ASK_MS)
  const asked = useMemo(() => (JSON.parse(compra) ?? undefined) as Parameters<typeof propuestaQuery>[0], [compra])
  const { data, isPlaceholderData, error: failed, refetch } = useQuery(propuestaQuery(asked))
  const propuesta = asked && !isPlaceholderData ? data : undefined
  const use = (taken: PropuestaRetencion) => {
    clearErrors(name)
    setValue(name, lineasDePropuesta(taken), { shouldDirty: true })
    setValue(`docs.${at}.automatica`, true)
  }
  const follow = useEffectEvent((taken: PropuestaRetencion) => {
    if (getValues(`docs.${at}.automatica`)) use(taken)
  })
  useEffect(() => {
    if (propuesta) follow(propuesta)
  }, [propuesta])
  /** From now on the proposal is only shown. */
  const own = () => setValue(`docs.${at}.automatica`, false)
  const isFollowed = propuesta !== undefined && (doc.automatica || areProposed(propuesta, doc.retenciones))
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
      {propuesta && (
        <Propuesta propuesta={propuesta}>
          {!isFollowed && (
            <Button variant="default" onClick={() => use(propuesta)}>
              Usar lo propuesto
            </Button>
          )}
        </Propuesta>
      )}
      <LineasRetencion
        name={name}
        fecha={fecha}
        codSustento={doc.cod_sustento}
        baseOf={(impuesto) => baseOf(impuesto, getValues(`docs.${at}`))}
        onOwn={own}
      />
    </section>
  )
}

const baseOf = (impuesto: string, doc: SustentoValores): string =>
  inRange(() => {
    const { base, iva, importe } = comprado(doc)
    return entradaOf(impuesto === IMPUESTO_RETENIDO.IVA ? iva : impuesto === IMPUESTO_RETENIDO.RENTA ? base : importe)
  }) ?? ''
