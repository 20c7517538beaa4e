import type { ClaseCorreo, DatosRegistro } from '@yupana/contract'
import type { Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Ambiente, Instante, InstanteOpcional, Json, JsonOpcional } from './schema-columna.ts'

/** Mails about documents, their receivers, the company's texts in them, and the pages of their links. */
export interface CorreoTables {
  correo: {
    empresa_id: EmpresaId
    id: string
    documento_id: string
    ambiente: Ambiente
    asunto: string
    message_id: string
    medio: 'SMTP' | 'BANDEJA'
    motivo: 'AUTORIZACION' | 'REENVIO' | 'ANULACION'
    mensaje: string | null
    usuario_id: string | null
    creado_en: Instante
    proximo_intento: InstanteOpcional
    intentos: Generated<number>
    cerco: Generated<number>
    sin_constancia: Generated<number>
    ajuste: number | null
    /** Of the last printed form sent; null before the first. */
    ride_sha256: Generated<Buffer | null>
  }
  /** Downloaded printed forms, each different one once. */
  ride_entregado: {
    empresa_id: EmpresaId
    documento_id: string
    sha256: Buffer
    formato: 'A4' | 'TICKET'
    entregado_en: Instante
  }
  documento_enlace: {
    empresa_id: EmpresaId
    documento_id: string
    n: Generated<number>
    hash: Buffer | null
    /** Null: made for a mail. */
    usuario_id: string | null
    creado_en: Instante
    vistas: Generated<number>
    visto_en: InstanteOpcional
    no_corresponde_en: InstanteOpcional
    no_corresponde_nota: Generated<string | null>
    no_corresponde_visto_en: InstanteOpcional
    consulta_pedida_en: InstanteOpcional
    consultado_en: InstanteOpcional
    consultado: Generated<'ANULADO' | 'POR_ACEPTAR' | 'VIGENTE' | 'SIN_RESPUESTA' | null>
  }
  registro_cliente: {
    empresa_id: EmpresaId
    id: string
    token_hash: Buffer
    usuario_id: string
    creado_en: Instante
    vence_en: Instante
    recibido_en: InstanteOpcional
    datos: JsonOpcional<DatosRegistro>
    persona_id: Generated<string | null>
  }
  correo_destinatario: {
    empresa_id: EmpresaId
    correo_id: string
    direccion: string
    estado: 'PENDIENTE' | 'ENVIADO' | 'FALLIDO' | 'BANDEJA'
    error: string | null
    enviado_en: InstanteOpcional
    copia: Generated<boolean>
  }
  ajuste_correo: {
    empresa_id: EmpresaId
    version: number
    remitente: string | null
    responder_a: Generated<string[]>
    copia: Generated<string[]>
    pie: string | null
    recibo_al_cobrar: Generated<boolean>
    textos: Json<Partial<Record<ClaseCorreo, { asunto: string | null; texto: string | null }>>>
    usuario_id: string
    en: Instante
  }
}
