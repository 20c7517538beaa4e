import type { ComprobanteDetalle, FacturaForm } from '@yupana/contract'

import type { LocalDraft, LocalDrafts } from '../../lib/local-drafts.ts'
import { contenidoOf, findBorrador, findUnnamed, type Contenido } from './borrador.queries.ts'
import { readDetalle, readFormulario } from './documento.queries.ts'
import { findEmitido } from './emision.ts'

export interface BorradorAbierto {
  id: string
  /** 0 where the server does not have it. */
  version: number
  sinNombre: boolean
  contenido: Contenido
  /** When it was last typed or saved, ISO. */
  en: string
}

/** What an address opens. */
export type Apertura =
  | { tipo: 'nueva'; oferta?: BorradorAbierto }
  | { tipo: 'borrador'; borrador: BorradorAbierto; isRecovered: boolean }
  | { tipo: 'formulario'; form: FacturaForm }
  /** The draft of somebody else, which this user may not change: what is typed over it is a draft of this user's own. */
  | { tipo: 'copia'; contenido: Contenido; autor: string }
  | { tipo: 'correccion'; form: FacturaForm; detalle: ComprobanteDetalle; contenido?: Contenido }
  | { tipo: 'emitida'; id: string }
  | { tipo: 'ausente' }

export interface Direccion {
  /** The record of the address; absent for a new invoice. */
  id?: string | undefined
  /** Issued invoice that a new one begins with. */
  duplicar?: string | undefined
  /** Corrects the rejected invoice of the address. */
  isCorreccion: boolean
}

const fromLocal = ({ id, content, at }: LocalDraft): BorradorAbierto | undefined => {
  const contenido = contenidoOf(content)
  return contenido && { id, version: 0, sinNombre: true, contenido, en: at }
}

const newest = (drafts: (BorradorAbierto | undefined)[]): BorradorAbierto | undefined =>
  drafts.reduce((best, draft) => (draft && (!best || draft.en > best.en) ? draft : best), undefined)

/** A new invoice, with the draft that this user left unfinished. One that was being sent comes first: it is asked about. */
async function openNew(locals: readonly BorradorAbierto[]): Promise<Apertura> {
  const sent = locals.find(({ contenido }) => contenido.emitiendo)
  if (sent) return { tipo: 'borrador', borrador: sent, isRecovered: true }
  const unnamed = await findUnnamed()
  const contenido = unnamed && contenidoOf(unnamed.contenido)
  const onServer = unnamed && contenido && { id: unnamed.id, version: unnamed.version, sinNombre: true, contenido, en: unnamed.editado_en }
  const typed = newest([...locals])
  const oferta = newest([onServer, typed && onServer && typed.id === onServer.id ? { ...typed, version: onServer.version } : typed])
  return { tipo: 'nueva', ...(oferta && { oferta }) }
}

async function openRecord(id: string, typed: BorradorAbierto | undefined): Promise<Apertura> {
  if (typed?.contenido.emitiendo) return { tipo: 'borrador', borrador: typed, isRecovered: true }
  const found = await findBorrador(id)
  const contenido = found && contenidoOf(found.contenido)
  if (found && contenido && !found.modificable) return { tipo: 'copia', contenido, autor: found.autor ?? 'otra persona' }
  if (found && contenido) {
    const stored = { id, version: found.version, sinNombre: found.sin_nombre, contenido, en: found.editado_en }
    const isNewer = typed !== undefined && typed.en > stored.en
    return { tipo: 'borrador', borrador: isNewer ? { ...stored, contenido: typed.contenido, en: typed.en } : stored, isRecovered: isNewer }
  }
  const emitida = await findEmitido(id)
  if (emitida) return { tipo: 'emitida', id }
  return typed ? { tipo: 'borrador', borrador: typed, isRecovered: true } : { tipo: 'ausente' }
}

async function openCorreccion(id: string, typed: BorradorAbierto | undefined, local: LocalDrafts): Promise<Apertura> {
  const [detalle, form] = await Promise.all([readDetalle(id), readFormulario(id)])
  const isPresent = typed?.contenido.corrige === detalle.version && detalle.accion === 'CORREGIR'
  if (typed && !isPresent) await local.erase(id)
  if (detalle.accion !== 'CORREGIR') return { tipo: 'emitida', id }
  return { tipo: 'correccion', detalle, form, ...(typed && isPresent && { contenido: typed.contenido }) }
}

/** Finds out what an address opens, and what this browser still holds of it. @throws HttpError */
export async function abrir({ id, duplicar, isCorreccion }: Direccion, local: LocalDrafts): Promise<Apertura> {
  if (duplicar !== undefined) return { tipo: 'formulario', form: await readFormulario(duplicar) }
  const kept = (await local.list()).flatMap((draft) => fromLocal(draft) ?? [])
  if (isCorreccion && id !== undefined) return openCorreccion(id, kept.find((draft) => draft.id === id), local)
  const drafts = kept.filter(({ contenido }) => contenido.corrige === undefined)
  return id === undefined ? openNew(drafts) : openRecord(id, drafts.find((draft) => draft.id === id))
}
