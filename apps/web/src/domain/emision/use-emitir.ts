import type { Contexto } from '@yupana/contract'
import { parametroAt, smallest, type Fecha, type Monto } from '@yupana/fiscal'
import { useEffect, useEffectEvent, useState } from 'react'
import { get, type Path, type PathValue } from 'react-hook-form'

import { noticesOf } from '../../lib/http/http-error.ts'
import type { Formato } from '../comprobante/archivos.ts'
import type { Resultado } from './emision.ts'
import { currentPreferencias, type Preferencias } from './preferencias.ts'
import type { PagoValores } from './pagos-valores.ts'
import type { Armada, FilaNeto, Hallazgo, TipoDocumento, ValoresEmision } from './tipo-documento.ts'
import { deHoy } from './use-de-hoy.ts'
import { fechaEfectiva, type Documento, type DocumentoAbierto } from './use-documento.ts'

export interface PorConfirmar<V = ValoresEmision> {
  /** The day it is issued with. */
  fecha: Fecha
  valores: V
  total: Monto
  cambio: Monto | undefined
  neto: readonly FilaNeto[]
  avisos: readonly string[]
}

/** What is still to be done at the counter once it is issued. */
export interface Entrega {
  /** What «Emitir e imprimir» asked for. */
  impresion?: Formato
  /** What is given back of the cash received. */
  cambio?: Monto
}

/** Fields that only a number of ours needs. */
const OF_EMISSION = ['fecha_emision', 'serie']

/** Of what is paid at once nothing is asked of the server, nor loaded. */
const pasaLimite = async ({ valores, total }: Pick<PorConfirmar, 'total'> & { valores: ValoresEmision & { pagos?: PagoValores[] } }) =>
  valores.pagos?.some(({ plazo }) => plazo !== '') === true && (await import('./credito.queries.ts')).pasaLimite(valores, total)

interface Opciones<V extends ValoresEmision, F> {
  tipo: TipoDocumento<V, F>
  documento: Documento<V>
  abierto: DocumentoAbierto<V>
  contexto: Contexto
  /** Before it is sent: the address takes its id, so that a reload asks for the same document. */
  onSending: () => void
  onIssued: (entrega: Entrega) => void
}

/** Up to which total the one who is signed in asked not to be asked; never above the ceiling of consumidor final (O-58). */
export const sinConfirmarHasta = ({ sinConfirmarHasta: hasta }: Pick<Preferencias, 'sinConfirmarHasta'>, fecha: Fecha): Monto =>
  smallest(hasta, parametroAt('consumidorFinalMaximo', fecha).valor)

/** From «Emitir» to the number: what is wrong, the confirmation, the one sending and what came of it. */
export function useEmitir<V extends ValoresEmision, F>({
  tipo,
  documento,
  abierto: { form, sync, emision },
  contexto,
  onSending,
  onIssued,
}: Opciones<V, F>) {
  const [problemas, setProblemas] = useState<readonly Hallazgo[]>([])
  const [porConfirmar, setPorConfirmar] = useState<PorConfirmar<V>>()
  const { id, idempotencyKey, corrige, enDuda } = documento
  const isCorreccion = corrige !== undefined

  function show(found: readonly Hallazgo[]) {
    form.clearErrors()
    const valores = form.getValues()
    const mendable = found.map((hallazgo) => ({ ...hallazgo, campo: tipo.editableOf(hallazgo.campo, valores) }))
    for (const { campo, message } of mendable)
      if (campo !== '' && get(valores, campo) !== undefined) form.setError(campo as Path<V>, { type: 'manual', message })
    setProblemas(mendable)
  }

  async function settle(resultado: Resultado, campoOf: Armada['campoOf'], entrega: Entrega) {
    if (resultado.tipo === 'emitida') {
      await sync.forget()
      if (emision.isOpen()) onIssued(entrega)
      return
    }
    if (resultado.tipo === 'abandonada') return
    if (resultado.tipo === 'rechazada' && resultado.error.status === 401 && !resultado.error.isInactive) return
    await sync.resume()
    if (resultado.tipo !== 'rechazada') return
    const { error } = resultado
    const named = Object.entries(error.fieldErrors).map(([campo, message]) => ({ campo: campoOf(campo), message }))
    show(named.length > 0 ? named : noticesOf(error, 'primero').map(({ detail }) => ({ campo: '', message: detail })))
  }

  /** Whether it may be registered as issued outside: neither its day nor its till are said here. */
  const isSound = (): boolean => {
    const valores = form.getValues()
    const { problemas: found } = tipo.revisar(valores, valores.fecha_emision || contexto.hoy, contexto)
    const own = found.filter(({ campo }) => !OF_EMISSION.includes(campo))
    show(own)
    return own.length === 0
  }

  const prepare = () => {
    if (emision.isBusy()) return
    const valores = form.getValues()
    const ahora = deHoy(contexto)
    const fecha = fechaEfectiva(valores.fecha_emision, ahora)
    const total = tipo.totalOf(valores, fecha)
    const revision = tipo.revisar(valores, fecha, isCorreccion ? { ...ahora, hoy: valores.fecha_emision } : ahora)
    show(revision.problemas)
    if (revision.problemas.length > 0 || total === undefined) return
    const preferencias = currentPreferencias()
    const neto = isCorreccion ? [] : (tipo.netoOf?.(valores, fecha) ?? [])
    const next = { fecha, valores, total, cambio: tipo.cambioOf(valores, total), neto, avisos: revision.avisos }
    const isUnasked =
      tipo.canSkipQuestion && !isCorreccion && revision.avisos.length === 0 && total <= sinConfirmarHasta(preferencias, fecha)
    if (isUnasked) void issueUnasked(next, preferencias.imprime)
    else setPorConfirmar(next)
  }

  /** Nobody is asked, but of a sale that passes its client's limit. What was typed while the limit was looked up is read anew. */
  const issueUnasked = async (next: PorConfirmar<V>, imprime: boolean) => {
    const read = JSON.stringify(next.valores)
    const passes = await pasaLimite(next)
    if (!emision.isOpen()) return
    if (JSON.stringify(form.getValues()) !== read) prepare()
    else if (passes) setPorConfirmar(next)
    else void issue(next, imprime)
  }

  const issue = async ({ fecha: leida, valores, total, cambio }: PorConfirmar<V>, imprime: boolean) => {
    if (emision.isBusy()) return
    setPorConfirmar(undefined)
    const fecha = isCorreccion ? valores.fecha_emision : fechaEfectiva(valores.fecha_emision, deHoy(contexto))
    // Midnight passed over the question: another day is told before it is issued with.
    if (!isCorreccion && fecha !== leida) return prepare()
    if (fecha !== valores.fecha_emision) form.setValue('fecha_emision' as Path<V>, fecha as PathValue<V, Path<V>>)
    const { form: body, campoOf } = tipo.armar({ ...valores, fecha_emision: fecha }, total, isCorreccion ? 'CORREGIR' : 'EMITIR')
    const sending = emision.emit({ id, idempotencyKey, form: body, isCorreccion }, () => sync.pause())
    if (!sending) return
    if (!isCorreccion) onSending()
    await settle(await sending, campoOf, {
      ...(imprime && { impresion: currentPreferencias().impresion }),
      ...(cambio !== undefined && cambio > 0 && { cambio }),
    })
  }

  const askAgain = useEffectEvent(async () => {
    await sync.pause()
    await settle(await emision.ask(), (campo) => campo, {})
  })
  useEffect(() => {
    if (!enDuda) return
    const timer = setTimeout(() => void askAgain())
    return () => clearTimeout(timer)
  }, [enDuda])

  return {
    problemas,
    porConfirmar,
    prepare,
    isSound,
    confirm: (imprime: boolean) => porConfirmar && void issue(porConfirmar, imprime),
    cancel: () => setPorConfirmar(undefined),
  }
}
