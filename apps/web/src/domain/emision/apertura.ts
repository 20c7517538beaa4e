import type { ComprobanteDetalle } from '@yupana/contract'

import { fetchData } from '../../lib/http/http.ts'
import type { LocalDraft, LocalDrafts } from '../../lib/pagina/local-drafts.ts'
import { borradoresDe, type Contenido } from './borrador.queries.ts'
import { findEmitido } from './emision.ts'
import type { TipoDocumento, ValoresEmision } from './tipo-documento.ts'

export interface BorradorAbierto<V = ValoresEmision> {
  id: string
  /** 0 for a draft that the server does not have. */
  version: number
  sinNombre: boolean
  contenido: Contenido<V>
  /** Time of the last change or save, ISO. */
  en: string
}

/** What an address opens. */
export type Apertura<V, F> =
  | { tipo: 'nueva'; oferta?: BorradorAbierto<V> }
  | { tipo: 'borrador'; borrador: BorradorAbierto<V>; isRecovered: boolean }
  | { tipo: 'formulario'; form: F }
  /** The draft of another author, which this user may not change: typing over it makes a draft of the user's own. */
  | { tipo: 'copia'; contenido: Contenido<V>; autor: string }
  | { tipo: 'correccion'; form: F; detalle: ComprobanteDetalle; contenido?: Contenido<V> }
  | { tipo: 'emitida'; id: string }
  | { tipo: 'ausente' }

export interface Direccion {
  /** Id in the address; absent for a new document. */
  id?: string | undefined
  /** Issued document that is duplicated. */
  duplicar?: string | undefined
  /** Record of another screen from which a new document begins. */
  origen?: string | undefined
  /** Whether the rejected document of the address is corrected. */
  isCorreccion: boolean
}

const newest = <V>(drafts: readonly (BorradorAbierto<V> | undefined)[]): BorradorAbierto<V> | undefined =>
  drafts.reduce((best, draft) => (draft && (!best || draft.en > best.en) ? draft : best), undefined)

/** Finds out what an address opens, and what this browser still keeps of it. */
export function aperturaDe<V extends ValoresEmision, F>(tipo: TipoDocumento<V, F>, local: LocalDrafts) {
  const { llamadas } = tipo
  const borradores = borradoresDe(tipo)

  const fromLocal = ({ id, content, at }: LocalDraft): BorradorAbierto<V> | undefined => {
    const contenido = borradores.contenidoOf(content)
    return contenido && { id, version: 0, sinNombre: true, contenido, en: at }
  }

  const readFormulario = async (id: string): Promise<F> => (await fetchData(llamadas.duplicate, { params: { id } })) as F

  /**
   * A new document, with the draft that this user left unfinished. A draft that was being sent comes first: the server is asked about it.
   */
  async function openNew(locals: readonly BorradorAbierto<V>[]): Promise<Apertura<V, F>> {
    const sent = locals.find(({ contenido }) => contenido.emitiendo)
    if (sent) return { tipo: 'borrador', borrador: sent, isRecovered: true }
    const unnamed = await borradores.findUnnamed()
    const contenido = unnamed && borradores.contenidoOf(unnamed.contenido)
    const onServer = unnamed &&
      contenido && { id: unnamed.id, version: unnamed.version, sinNombre: true, contenido, en: unnamed.editado_en }
    const typed = newest(locals)
    const oferta = newest([onServer, typed && onServer && typed.id === onServer.id ? { ...typed, version: onServer.version } : typed])
    return { tipo: 'nueva', ...(oferta && { oferta }) }
  }

  async function openRecord(id: string, typed: BorradorAbierto<V> | undefined): Promise<Apertura<V, F>> {
    if (typed?.contenido.emitiendo) return { tipo: 'borrador', borrador: typed, isRecovered: true }
    const found = await borradores.find(id)
    const contenido = found && borradores.contenidoOf(found.contenido)
    if (found && contenido && !found.modificable) return { tipo: 'copia', contenido, autor: found.autor ?? 'otra persona' }
    if (found && contenido) {
      const stored = { id, version: found.version, sinNombre: found.sin_nombre, contenido, en: found.editado_en }
      const isNewer = typed !== undefined && typed.en > stored.en
      return {
        tipo: 'borrador',
        borrador: isNewer ? { ...stored, contenido: typed.contenido, en: typed.en } : stored,
        isRecovered: isNewer,
      }
    }
    const emitida = await findEmitido(llamadas, id)
    // One screen may serve two types, so the type is checked: a credit note is no debit note.
    if (emitida?.tipo === tipo.codigo) return { tipo: 'emitida', id }
    return typed ? { tipo: 'borrador', borrador: typed, isRecovered: true } : { tipo: 'ausente' }
  }

  async function openCorreccion(id: string, typed: BorradorAbierto<V> | undefined): Promise<Apertura<V, F>> {
    const [detalle, form] = await Promise.all([fetchData(llamadas.read, { params: { id } }), readFormulario(id)])
    const isPresent = typed?.contenido.corrige === detalle.version && detalle.accion === 'CORREGIR'
    if (typed && !isPresent) await local.erase(id)
    if (detalle.accion !== 'CORREGIR') return { tipo: 'emitida', id }
    return { tipo: 'correccion', detalle, form, ...(typed && isPresent && { contenido: typed.contenido }) }
  }

  /** @throws HttpError */
  return async ({ id, duplicar, origen, isCorreccion }: Direccion): Promise<Apertura<V, F>> => {
    if (duplicar !== undefined) return { tipo: 'formulario', form: await readFormulario(duplicar) }
    if (origen !== undefined && tipo.formFrom) return { tipo: 'formulario', form: await tipo.formFrom(origen) }
    const kept = (await local.list()).flatMap((draft) => fromLocal(draft) ?? [])
    if (isCorreccion && id !== undefined)
      return openCorreccion(
        id,
        kept.find((draft) => draft.id === id),
      )
    const drafts = kept.filter(({ contenido }) => contenido.corrige === undefined)
    return id === undefined
      ? openNew(drafts)
      : openRecord(
          id,
          drafts.find((draft) => draft.id === id),
        )
  }
}
