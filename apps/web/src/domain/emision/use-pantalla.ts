import type { ComprobanteDetalle, Contexto } from '@yupana/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Path } from 'react-hook-form'
import { useNavigate } from 'react-router'

import { useIsPhone } from '../../components/theme/viewport.ts'
import { focusUnfolded } from '../../lib/pagina/focus-unfolded.ts'
import { addNotice } from '../../lib/pagina/notices.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import { useStore } from '../../lib/pagina/store.ts'
import type { RegistroValores } from './registrar-dialog.tsx'
import { registerDocumento } from './registro.ts'
import type { TipoDocumento, ValoresEmision } from './tipo-documento.ts'
import type { Documento, DocumentoAbierto } from './use-documento.ts'
import { useEmitir, type Entrega } from './use-emitir.ts'

export interface EditorProps<V extends ValoresEmision = ValoresEmision> {
  documento: Documento<V>
  contexto: Contexto
  /** The rejected document that is corrected. */
  detalle?: ComprobanteDetalle | undefined
  abierto: DocumentoAbierto<V>
  /** The address takes the id of this document. */
  onAddress: () => void
  onIssued: (entrega: Entrega) => void
  onNew: () => void
  onOpen: (id: string) => void
}

const tellNoEmite = () =>
  addNotice({ severity: 'info', detail: 'Su usuario no puede emitir: guarde el borrador para quien pueda hacerlo.' })

/**
 * What an editor's screen does, whatever its type: issue, save, begin another, lead to a field.
 * @param onGo whether a part of the type's own takes the focus for that field
 */
export function usePantalla<V extends ValoresEmision, F>(
  tipo: TipoDocumento<V, F>,
  props: EditorProps<V>,
  onGo: (campo: string) => boolean = () => false,
) {
  const { documento, contexto, detalle, abierto, onAddress, onIssued, onNew, onOpen } = props
  const { form, sync, emision } = abierto
  const [dialog, setDialog] = useState<'ayuda' | 'borradores' | 'registrar'>()
  const [vistaPrevia, setVistaPrevia] = useState(false)
  const emitir = useEmitir({ tipo, documento, abierto, contexto, onSending: onAddress, onIssued })
  const isPhone = useIsPhone()
  const isBusy = ['enviando', 'preguntando'].includes(useStore(emision.fase))
  const hoja = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()

  const goTo = (campo: string) => void setTimeout(() => onGo(campo) || focusCampo(hoja.current, campo))
  // A correction begins where the SRI found the fault; where that is no field, or would leave the words out of sight, at its words.
  const begin = useEffectEvent(() => {
    if (!detalle) return
    const { hallazgos = [] } = documento
    for (const { campo, message } of hallazgos) form.setError(campo as Path<V>, { type: 'manual', message })
    goTo(isPhone ? 'motivos-sri' : (hallazgos[0]?.campo ?? 'motivos-sri'))
  })
  useEffect(() => begin(), [])

  const save = async () => {
    if (!(await sync.name())) return
    addNotice({ severity: 'success', detail: tipo.llamadas.editBorrador.msg })
    onAddress()
  }
  const openRegistrar = () => {
    if (emitir.isSound()) setDialog('registrar')
  }
  const register = async (registro: RegistroValores) => {
    const valores = { ...form.getValues(), fecha_emision: registro.fecha }
    const { form: body } = tipo.armar(valores, tipo.totalOf(valores, registro.fecha) ?? 0, 'REGISTRAR')
    await sync.pause()
    try {
      await registerDocumento(tipo.llamadas, { id: documento.id, idempotencyKey: documento.idempotencyKey, form: body, registro })
    } catch (error) {
      await sync.resume()
      throw error
    }
    await sync.forget()
    addNotice({ severity: 'success', detail: tipo.llamadas.register.msg })
    void navigate(`/comprobante/${documento.id}`)
  }
  const leaveFor = async (go: () => void) => {
    if (sync.isDirty() && documento.corrige === undefined) await sync.name()
    go()
  }
  const togglePreview = () => setVistaPrevia((isOpen) => !isOpen)
  return {
    hoja,
    emitir,
    isBusy,
    dialog,
    setDialog,
    vistaPrevia,
    togglePreview,
    openRegistrar,
    register,
    goTo,
    save,
    startNew: () => void leaveFor(onNew),
    open: (id: string) => void leaveFor(() => onOpen(id)),
    /** What the keys of every editor do. */
    atajos: {
      emitir: hasRight('documento:emitir') ? emitir.prepare : tellNoEmite,
      guardar: () => void save(),
      vistaPrevia: togglePreview,
      ayuda: () => setDialog('ayuda'),
    },
  }
}

/** Takes the focus to a field of the screen. */
export function focusCampo(root: HTMLElement | null, campo: string) {
  const field =
    root?.querySelector<HTMLElement>(
      `[name="${campo}"], [data-campo="${campo}"]:is([tabindex]), [data-campo="${campo}"] :is(input, button)`,
    ) ?? root?.querySelector<HTMLElement>(`[name^="${campo}"]`)
  focusUnfolded(field)
}
