import type { Contexto } from '@yupana/contract'
import { displayMonto } from '@yupana/fiscal'
import { useEffect, useState } from 'react'
import { useForm, type DefaultValues, type Path, type UseFormReturn } from 'react-hook-form'

import type { LocalDrafts } from '../../lib/pagina/local-drafts.ts'
import { addNotice } from '../../lib/pagina/notices.ts'
import { serverNow } from '../../lib/sesion/server-clock.ts'
import { holdAbierto } from '../../lib/sesion/interrumpido.ts'
import { currentSession } from '../../lib/sesion/session.ts'
import { createBorradorSync, type BorradorSync } from './borrador-sync.ts'
import { borradoresDe, tipoOfContenido, type Contenido } from './borrador.queries.ts'
import { createEmision, findEmitido, sendEmision, type Emision } from './emision.ts'
import { receptorOf, type Hallazgo, type TipoDocumento, type ValoresEmision } from './tipo-documento.ts'

/** One form instance: what it is called, what it begins with and the key it is issued with. */
export interface Documento<V = ValoresEmision> {
  id: string
  idempotencyKey: string
  valores: V
  version: number
  sinNombre: boolean
  /** Version of the rejected document that is corrected; absent for a new one. */
  corrige?: number
  /** What the SRI said of its fields; absent for a new one. */
  hallazgos?: readonly Hallazgo[]
  /** It was sent before this page was loaded, and no answer came. */
  enDuda: boolean
  /** It begins with something that is nowhere else yet. */
  isChanged: boolean
}

export interface DocumentoAbierto<V extends ValoresEmision = ValoresEmision> {
  form: UseFormReturn<V>
  sync: BorradorSync
  emision: Emision
}

/** The day it would be issued: today, or an earlier one that the company allows (O-55). */
export const fechaEfectiva = (fecha: string, { hoy, empresa }: Pick<Contexto, 'hoy' | 'empresa'>): string =>
  fecha !== '' && fecha <= hoy && Date.parse(hoy) - Date.parse(fecha) <= empresa.dias_fecha_anterior * 86_400_000 ? fecha : hoy

/** How a draft is told apart in a list: its client and its total. */
function resumenOf<V extends ValoresEmision, F>(tipo: TipoDocumento<V, F>, valores: V) {
  const { rotulo = 'Cliente', sinTotal } = tipo
  return {
    cliente: receptorOf(tipo, valores)?.nombre ?? `Sin ${rotulo.toLowerCase()}`,
    total: sinTotal ? '' : displayMonto(tipo.totalOf(valores, valores.fecha_emision) ?? 0),
  }
}

function createSync<V extends ValoresEmision, F>(
  tipo: TipoDocumento<V, F>,
  { id, idempotencyKey, version, sinNombre, corrige }: Documento<V>,
  form: UseFormReturn<V>,
  local: LocalDrafts,
): BorradorSync {
  const contenido = (): Contenido<V> | undefined => {
    const valores = form.getValues()
    if (!tipo.isWorthKeeping(valores)) return undefined
    return {
      formato: 1,
      ...tipoOfContenido(tipo.codigo),
      valores: tipo.guardadosOf?.(valores) ?? valores,
      clave: idempotencyKey,
      resumen: resumenOf(tipo, valores),
      ...(corrige !== undefined && { corrige }),
    }
  }
  return createBorradorSync({
    id,
    version,
    sinNombre,
    contenido,
    local,
    now: serverNow,
    save: corrige === undefined ? borradoresDe(tipo).save : undefined,
    onOverwritten: () =>
      addNotice({ severity: 'warn', detail: 'Este borrador también se cambió en otra ventana. Queda lo que se ve en esta.' }),
  })
}

const createSender = (
  { llamadas }: Pick<TipoDocumento<ValoresEmision, unknown>, 'llamadas'>,
  { id, corrige }: Pick<Documento, 'id' | 'corrige'>,
): Emision =>
  createEmision({
    send: (envio) => sendEmision(llamadas, envio),
    isThere: async () => {
      const found = await findEmitido(llamadas, id)
      return found !== undefined && (corrige === undefined || found.version > corrige)
    },
  })

/** The form with what keeps it and what issues it, for as long as the screen is open. */
export function useDocumento<V extends ValoresEmision, F>(
  tipo: TipoDocumento<V, F>,
  documento: Documento<V>,
  local: LocalDrafts,
): DocumentoAbierto<V> {
  // 'onChange': the focus goes to what is wrong, and leaving a field would take its own words away.
  const form = useForm<V>({ mode: 'onChange', shouldFocusError: false, defaultValues: documento.valores as DefaultValues<V> })
  const [sync] = useState(() => createSync(tipo, documento, form, local))
  const [emision] = useState(() => createSender(tipo, documento))

  useEffect(() => {
    sync.open()
    emision.open()
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        sync.changed()
        // clearErrors redraws every line: only where there is an error.
        if (name && form.getFieldState(name as Path<V>).invalid) form.clearErrors(name as Path<V>)
      },
    })
    const onHide = () => {
      if (document.visibilityState === 'hidden') void sync.flush()
    }
    document.addEventListener('visibilitychange', onHide)
    const release = holdAbierto(() => (sync.estado.get().fase === 'limpio' ? undefined : window.location.hash.slice(1)))
    return () => {
      release()
      unsubscribe()
      document.removeEventListener('visibilitychange', onHide)
      sync.stop(currentSession() !== undefined)
      emision.close()
    }
  }, [form, sync, emision])

  const { isChanged } = documento
  useEffect(() => {
    if (isChanged) sync.changed()
  }, [isChanged, sync])
  return { form, sync, emision }
}
