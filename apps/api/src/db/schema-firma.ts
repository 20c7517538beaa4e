import type { DocumentoFirma, EstadoFirma, TipoFirma } from '@yupana/fiscal'
import type { Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Instante, InstanteOpcional, Json } from './schema-columna.ts'

/** Content of a download ticket. */
export type TipoDescarga = 'DOCUMENTO_FIRMA' | 'PAQUETE_FIRMA' | 'TRABAJO'

/** Files uploaded by users, and requests of electronic signatures. */
export interface FirmaTables {
  archivo: {
    empresa_id: EmpresaId
    id: string
    nombre: string
    tipo: string
    tamano: number
    partes: number
    completo: boolean
    creado_en: Instante
  }
  archivo_parte: {
    empresa_id: EmpresaId
    archivo_id: string
    n: number
    kek_id: string
    dek_envuelta: Buffer
    /** Name in the storage of the object that this key encrypts. */
    objeto: string
  }
  /** Tickets for downloads by a browser, by their hash. */
  descarga: {
    hash: Buffer
    empresa_id: EmpresaId
    usuario_id: string
    /** Hash of the session that requested it. */
    sesion: Buffer
    tipo: TipoDescarga
    objeto: string
    nombre: string
    vence_en: Instante
  }
  firma_solicitud: {
    empresa_id: EmpresaId
    id: string
    usuario_id: string
    tipo: TipoFirma
    anios: number
    estado: Generated<EstadoFirma>
    datos: Json<Record<string, string>>
    titular: string
    observacion_datos: string | null
    fecha: string | null
    enviada_en: InstanteOpcional
    entidad: string | null
    valida_desde: string | null
    valida_hasta: string | null
    archivos_borrados_en: InstanteOpcional
    video_pendiente: string | null
    comprobado: Generated<string[]>
    vista: Generated<boolean>
    paquete_en: InstanteOpcional
    version: Generated<number>
    creada_en: Instante
    editada_en: Instante
  }
  firma_documento: {
    empresa_id: EmpresaId
    solicitud_id: string
    clase: DocumentoFirma
    archivo_id: string
    observacion: string | null
    subido_en: Instante
  }
  firma_pagada: {
    empresa_id: EmpresaId
    orden_id: string
    n: number
    tipo: TipoFirma
    anios: number
    solicitud_id: string | null
  }
  firma_historia: {
    id: Generated<number>
    empresa_id: EmpresaId
    solicitud_id: string
    estado: EstadoFirma
    en: Instante
    quien: string | null
    motivo: string | null
  }
}
