import type { Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Instante, InstanteOpcional } from './schema-columna.ts'

/** Signing certificates, their sealed keys and their signatures. */
export interface CertificadoTables {
  certificado: {
    empresa_id: EmpresaId
    id: string
    filename: string
    titular: string
    emisor: string
    entidad: string | null
    serial: string
    identificacion: string | null
    rsa_bits: number
    desde: Instante
    hasta: Instante
    huella: string
    der: Buffer
    confirmado_sin_ruc: Generated<boolean>
    activo: Generated<boolean>
    subido_por: string
    subido_en: Instante
    inservible: string | null
  }
  certificado_llave: {
    empresa_id: EmpresaId
    certificado_id: string
    kek_id: string
    dek_envuelta: Buffer
    llave_cifrada: Buffer
    clave_cifrada: Buffer
  }
  certificado_uso: { empresa_id: EmpresaId; certificado_id: string; documento_id: string; version: number; en: Instante; sha256: Buffer }
  clave_firma_enlace: {
    empresa_id: EmpresaId
    codigo_hash: Buffer
    certificado_id: string
    usuario_id: string
    creado_en: Instante
    vence_en: Instante
    usado_en: InstanteOpcional
  }
  firma_aviso_visto: { empresa_id: EmpresaId; aviso_id: string; usuario_id: string; en: Instante }
}
