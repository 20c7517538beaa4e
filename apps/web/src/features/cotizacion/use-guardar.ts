import type { Contexto, Cotizacion } from '@yupana/contract'
import { useRef, useState } from 'react'
import { get, type Path, type UseFormReturn } from 'react-hook-form'

import type { Hallazgo } from '../../domain/emision/tipo-documento.ts'
import { HttpError, noticesOf } from '../../lib/http/http-error.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { saveCotizacion } from './cotizacion.queries.ts'
import { armar, campoOf, revisar, valoresOfGuardada, type CotizacionValores } from './cotizacion-valores.ts'

interface Opciones {
  form: UseFormReturn<CotizacionValores>
  contexto: Contexto
  /** The last saved quote; absent for a new one. */
  cotizacion: Cotizacion | undefined
}

/** Saves the form, one call at a time; problems show at their fields. */
export function useGuardar({ form, contexto, cotizacion }: Opciones) {
  const [problemas, setProblemas] = useState<readonly Hallazgo[]>([])
  const [keyFor] = useState(createSendingKey)
  const isSaving = useRef(false)

  const show = (found: readonly Hallazgo[]) => {
    form.clearErrors()
    for (const { campo, message } of found)
      if (campo !== '' && get(form.getValues(), campo) !== undefined)
        form.setError(campo as Path<CotizacionValores>, { type: 'manual', message })
    setProblemas(found)
  }

  const tell = (error: HttpError, valores: CotizacionValores) => {
    if (error.status !== 422) return
    const named = Object.entries(error.fieldErrors).map(([campo, message]) => ({ campo: campoOf(campo, valores), message }))
    show(named.length > 0 ? named : noticesOf(error, 'primero').map(({ detail }) => ({ campo: '', message: detail })))
  }

  const save = async (): Promise<Cotizacion | undefined> => {
    const valores = form.getValues()
    const found = revisar(valores, contexto)
    show(found)
    if (found.length > 0) return undefined
    const body = armar(valores)
    try {
      const saved = await saveCotizacion(body, cotizacion, keyFor(body))
      form.reset(valoresOfGuardada(saved))
      return saved
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      tell(error, valores)
      return undefined
    }
  }

  const [isBusy, guardar] = useBusy(async () => {
    if (isSaving.current) return undefined
    isSaving.current = true
    try {
      return await save()
    } finally {
      isSaving.current = false
    }
  })
  return { problemas, isBusy, guardar }
}
