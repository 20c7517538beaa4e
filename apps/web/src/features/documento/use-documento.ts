import type { Contexto } from '@yupana/contract'
import { useEffect, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'

import { totalesOfLineas } from '../../domain/totales-panel/use-totales.ts'
import type { LocalDrafts } from '../../lib/local-drafts.ts'
import { addNotice } from '../../lib/notices.ts'
import { serverNow } from '../../lib/server-clock.ts'
import { currentSession } from '../../lib/session.ts'
import { createBorradorSync, type BorradorSync } from './borrador-sync.ts'
import { saveBorrador, type Contenido } from './borrador.queries.ts'
import { createEmision, findEmitido, sendEmision, type Emision } from './emision.ts'
import { cargosOf, isWorthKeeping, resumenOf, type FacturaValores } from './factura-valores.ts'
import type { Hallazgo } from './revisar.ts'

/** One form instance: what it is called, what it begins with and the key it is issued with. */
export interface Documento {
  id: string
  clave: string
  valores: FacturaValores
  version: number
  sinNombre: boolean
  /** Version of the rejected invoice that is corrected; absent for a new one. */
  corrige?: number
  /** What the SRI said of its fields; absent for a new one. */
  hallazgos?: readonly Hallazgo[]
  /** It was sent before this page was loaded, and no answer came. */
  enDuda: boolean
  /** It begins with something that is nowhere else yet. */
  isChanged: boolean
}

export interface DocumentoAbierto {
  form: UseFormReturn<FacturaValores>
  sync: BorradorSync
  emision: Emision
}

export const totalesOf = (valores: FacturaValores, fecha: string) => totalesOfLineas(valores.lineas, { modo: valores.modo, fecha }, cargosOf(valores))

/** The day it would be issued: today, or an earlier one that the company allows (O-55). */
export const fechaEfectiva = (fecha: string, { hoy, empresa }: Pick<Contexto, 'hoy' | 'empresa'>): string =>
  fecha !== '' && fecha <= hoy && Date.parse(hoy) - Date.parse(fecha) <= empresa.dias_fecha_anterior * 86_400_000 ? fecha : hoy

function createSync({ id, clave, version, sinNombre, corrige }: Documento, form: UseFormReturn<FacturaValores>, local: LocalDrafts): BorradorSync {
  const contenido = (): Contenido | undefined => {
    const valores = form.getValues()
    if (!isWorthKeeping(valores)) return undefined
    return { formato: 1, valores, clave, resumen: resumenOf(valores, totalesOf(valores, valores.fecha_emision)?.importeTotal ?? 0), ...(corrige !== undefined && { corrige }) }
  }
  return createBorradorSync({
    id, version, sinNombre, contenido, local, now: serverNow,
    save: corrige === undefined ? saveBorrador : undefined,
    onOverwritten: () => addNotice({ severity: 'warn', detail: 'Este borrador también se cambió en otra ventana. Queda lo que se ve en esta.' }),
  })
}

const createSender = ({ id, corrige }: Documento): Emision =>
  createEmision({
    send: sendEmision,
    isThere: async () => {
      const found = await findEmitido(id)
      return found !== undefined && (corrige === undefined || found.version > corrige)
    },
  })

/** The form with what keeps it and what issues it, for as long as the screen is open. */
export function useDocumento(documento: Documento, local: LocalDrafts): DocumentoAbierto {
  const form = useForm<FacturaValores>({ mode: 'onTouched', shouldFocusError: false, defaultValues: documento.valores })
  const [sync] = useState(() => createSync(documento, form, local))
  const [emision] = useState(() => createSender(documento))

  useEffect(() => {
    sync.open()
    emision.open()
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        sync.changed()
        // Clearing what is clear would draw every line again at every key.
        if (name && form.getFieldState(name as 'lineas').invalid) form.clearErrors(name as 'lineas')
      },
    })
    const onHide = () => {
      if (document.visibilityState === 'hidden') void sync.flush()
    }
    document.addEventListener('visibilitychange', onHide)
    return () => {
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
