import type { Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Instante, InstanteOpcional, JsonOpcional } from './schema-columna.ts'

/** Users: their data, memberships, sessions and letters. */
export interface UsuarioTables {
  usuario: {
    id: string
    username: string
    ci: string | null
    /** Empty: no mail whose link was opened. */
    mail: Generated<string>
    mail_verificado: InstanteOpcional
    name: string
    surname: Generated<string>
    phone: string | null
    birth_date: string | null
    avatar: Buffer | null
    avatar_tipo: string | null
    password_hash: string
    super_admin: Generated<boolean>
    activo: Generated<boolean>
    creado_en: Instante
  }
  nombre_ingreso: { nombre: string; usuario_id: string }
  correo_reclamado: { usuario_id: string; mail: string; codigo_hash: Buffer | null; pedido_en: Instante; vence_en: Instante }
  usuario_empresa: {
    empresa_id: EmpresaId
    usuario_id: string
    rol: number
    activo: Generated<boolean>
    collections: Generated<string[]>
    /** Routes assigned to this user; null: those of the role. */
    menus: string[] | null
    retirado_en: InstanteOpcional
  }
  invitacion: {
    empresa_id: EmpresaId
    id: string
    token_hash: Buffer
    mail: string
    rol: number
    invitada_por: string
    creada_en: Instante
    vence_en: Instante
    aceptada_en: InstanteOpcional
    aceptada_por: string | null
    anulada_en: InstanteOpcional
  }
  usuario_punto: { empresa_id: EmpresaId; usuario_id: string; establecimiento: string; punto: string }
  preferencia: {
    empresa_id: EmpresaId
    usuario_id: string
    lista: string
    ocultas: string[]
    densidad: 'NORMAL' | 'COMPACTA'
    opciones: JsonOpcional<Record<string, boolean | number | string>>
    vistas: JsonOpcional<{ nombre: string; consulta: string }[]>
  }
  sesion: {
    token_hash: Buffer
    usuario_id: string
    empresa_id: EmpresaId | null
    actor_id: string | null
    impersonacion_id: string | null
    abierta_en: Instante
    vence_en: Instante
    cerrada_en: InstanteOpcional
    red: string | null
    agente: string | null
    usada_en: InstanteOpcional
    clave_en: InstanteOpcional
    segundo_factor: Generated<boolean>
  }
  impersonacion: {
    empresa_id: EmpresaId
    id: string
    actor_id: string
    usuario_id: string
    motivo: string
    token_hash: Buffer
    pedida_en: Instante
    canjear_hasta: Instante
    canjeada_en: InstanteOpcional
    vence_en: InstanteOpcional
    cerrada_en: InstanteOpcional
  }
  impersonacion_permiso: { empresa_id: EmpresaId; dia: string; permitido: boolean; usuario_id: string; en: Instante }
  carta_cuenta: {
    id: string
    para: string
    asunto: string
    texto: Buffer | null
    estado: 'PENDIENTE' | 'ENVIADO' | 'FALLIDO' | 'BANDEJA'
    error: string | null
    creado_en: Instante
    proximo_intento: InstanteOpcional
    intentos: Generated<number>
    cerco: Generated<number>
    de: string | null
    responder_a: Generated<string[]>
    html: Buffer | null
    /** The attachment: a quote, the files of a month, the statement of a reminder, or the receipt of a payment. */
    adjunto_empresa: EmpresaId | null
    adjunto_cotizacion: string | null
    adjunto_paquete: string | null
    adjunto_recordatorio: string | null
    adjunto_pago: string | null
  }
  segundo_factor: {
    usuario_id: string
    secreto: Buffer
    pedido_en: Instante
    activado_en: InstanteOpcional
    ultimo_paso: Generated<number>
  }
  codigo_recuperacion: { usuario_id: string; codigo_hash: Buffer; usado_en: InstanteOpcional }
  desafio_ingreso: {
    desafio_hash: Buffer
    usuario_id: string
    falta: 'CODIGO' | 'ACTIVAR' | 'EMPRESA'
    elegida: string | null
    vence_en: Instante
    usado_en: InstanteOpcional
  }
  restablecimiento: { codigo_hash: Buffer; usuario_id: string; creado_en: Instante; vence_en: Instante; usado_en: InstanteOpcional }
  intento_ingreso: {
    id: Generated<number>
    cuenta: string
    nombre: string
    red: string
    sitio: string | null
    en: Instante
    ajena: Generated<boolean>
    perdonada: Generated<boolean>
  }
  red_conocida: { usuario_id: string; red: string; vista_en: Instante }
}
