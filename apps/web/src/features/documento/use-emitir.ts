import type { Contexto } from '@yupana/contract'
import { parametroAt, type Fecha, type Monto } from '@yupana/fiscal'
import { useEffect, useEffectEvent, useState } from 'react'
import { get, type FieldPath } from 'react-hook-form'

import { editableOf } from '../../domain/lineas-editor/campo-editable.ts'
import { campoOfEditor } from '../../domain/lineas-editor/linea-valores.ts'
import { noticesOf } from '../../lib/http-error.ts'
import type { Resultado } from './emision.ts'
import { armar, cambioOf, type Aparte, type FacturaValores } from './factura-valores.ts'
import type { Preferencias } from './preferencias.ts'
import { revisar, type Hallazgo } from './revisar.ts'
import { deHoy } from './use-de-hoy.ts'
import { fechaEfectiva, totalesOf, type Documento, type DocumentoAbierto } from './use-documento.ts'
import type { Impresion } from './use-print-once.ts'

export interface PorConfirmar {
  /** The day it is issued with. */
  fecha: Fecha
  valores: FacturaValores
  total: number
  cambio: number | undefined
  avisos: readonly string[]
}

/** What is still to be done at the counter once it is issued. */
export interface Entrega {
  /** What «Emitir e imprimir» asked for. */
  impresion?: Impresion
  /** What is given back of the cash received. */
  cambio?: number
}

interface Opciones {
  documento: Documento
  abierto: DocumentoAbierto
  contexto: Contexto
  preferencias: Preferencias
  /** Before it is sent: the address takes its id, so that a reload asks for the same document. */
  onSending: () => void
  onIssued: (entrega: Entrega) => void
}

/** Names of the server that the editor calls otherwise. */
const CAMPO: Readonly<Record<string, string>> = {
  'comprador.identificacion': 'comprador', 'comprador.razon_social': 'comprador', 'comprador.direccion': 'comprador', 'comprador.telefono': 'comprador', establecimiento: 'serie', punto: 'serie',
}
const campoOf = (campo: string, filas: readonly number[], aparte: Aparte = {}) => {
  const parte = Object.keys(aparte).find((name) => campo.startsWith(name))
  return parte === undefined ? (campo.startsWith('comprador.correos') ? 'correos' : (CAMPO[campo] ?? campoOfEditor(campo, filas))) : `aparte.${parte}`
}

/** Up to which total the one who is signed in asked not to be asked; never above the ceiling of consumidor final (O-58). */
export const sinConfirmarHasta = ({ sinConfirmarHasta: hasta }: Pick<Preferencias, 'sinConfirmarHasta'>, fecha: Fecha): Monto => Math.min(hasta, parametroAt('consumidorFinalMaximo', fecha).valor)

/** From «Emitir» to the number: what is wrong, the confirmation, the one sending and what came of it. */
export function useEmitir({ documento, abierto: { form, sync, emision }, contexto, preferencias, onSending, onIssued }: Opciones) {
  const [problemas, setProblemas] = useState<readonly Hallazgo[]>([])
  const [porConfirmar, setPorConfirmar] = useState<PorConfirmar>()
  const { id, clave, corrige, enDuda } = documento
  const isCorreccion = corrige !== undefined

  function show(found: readonly Hallazgo[]) {
    form.clearErrors()
    const valores = form.getValues()
    const mendable = found.map((hallazgo) => ({ ...hallazgo, campo: editableOf(hallazgo.campo, valores.lineas) }))
    for (const { campo, message } of mendable)
      if (campo !== '' && get(valores, campo) !== undefined) form.setError(campo as FieldPath<FacturaValores>, { type: 'manual', message })
    setProblemas(mendable)
  }

  async function settle(resultado: Resultado, filas: readonly number[], entrega: Entrega) {
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
    const named = Object.entries(error.fieldErrors).map(([campo, message]) => ({ campo: campoOf(campo, filas, form.getValues('aparte')), message }))
    show(named.length > 0 ? named : noticesOf(error, 'primero').map(({ detail }) => ({ campo: '', message: detail })))
  }

  const prepare = () => {
    if (emision.isBusy()) return
    const valores = form.getValues()
    const ahora = deHoy(contexto)
    const fecha = fechaEfectiva(valores.fecha_emision, ahora)
    const totales = totalesOf(valores, fecha)
    const revision = revisar(valores, totales, fecha, isCorreccion ? { ...ahora, hoy: valores.fecha_emision } : ahora)
    show(revision.problemas)
    if (revision.problemas.length > 0 || !totales) return
    const next = { fecha, valores, total: totales.importeTotal, cambio: cambioOf(valores, totales.importeTotal), avisos: revision.avisos }
    if (!isCorreccion && revision.avisos.length === 0 && next.total <= sinConfirmarHasta(preferencias, fecha)) void issue(next, preferencias.imprime)
    else setPorConfirmar(next)
  }

  const issue = async ({ fecha: leida, valores, total, cambio }: PorConfirmar, imprime: boolean) => {
    if (emision.isBusy()) return
    setPorConfirmar(undefined)
    const fecha = isCorreccion ? valores.fecha_emision : fechaEfectiva(valores.fecha_emision, deHoy(contexto))
    // Midnight passed over the question: another day is told before it is issued with.
    if (!isCorreccion && fecha !== leida) return prepare()
    if (fecha !== valores.fecha_emision) form.setValue('fecha_emision', fecha)
    const { form: body, filas } = armar({ ...valores, fecha_emision: fecha }, total)
    const sending = emision.emit({ id, clave, form: body, isCorreccion }, () => sync.pause())
    if (!sending) return
    if (!isCorreccion) onSending()
    await settle(await sending, filas, { ...(imprime && { impresion: preferencias.impresion }), ...(cambio !== undefined && cambio > 0 && { cambio }) })
  }

  const askAgain = useEffectEvent(async () => {
    await sync.pause()
    await settle(await emision.ask(), [], {})
  })
  useEffect(() => {
    if (!enDuda) return
    const timer = setTimeout(() => void askAgain())
    return () => clearTimeout(timer)
  }, [enDuda])

  return { problemas, porConfirmar, prepare, confirm: (imprime: boolean) => porConfirmar && void issue(porConfirmar, imprime), cancel: () => setPorConfirmar(undefined) }
}
