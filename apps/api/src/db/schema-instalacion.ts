import type { Generated } from 'kysely'

import type { Ambiente, Instante, InstanteOpcional, Json } from './schema-columna.ts'

/** Tables of the installation, without a company. */
export interface InstalacionTables {
  instalacion: {
    unica: Generated<boolean>
    cercada: Generated<boolean>
    cercada_desde: InstanteOpcional
    /** Mark of this installation on its bucket or folder of files. */
    almacen: Generated<string>
    facebook: string | null
    instagram: string | null
    twitter: string | null
    whatsapp: string | null
    producto: string | null
    logo: Buffer | null
    logo_tipo: string | null
    aviso_sri: Generated<'AUTOMATICO' | 'ANUNCIADO' | 'APAGADO'>
    aviso_sri_mensaje: string | null
    version: Generated<number>
  }
  notificacion: {
    id: string
    clave: string
    tipo: 'NOVEDAD' | 'MEJORA' | 'ADVERTENCIA' | 'INCIDENTE'
    mensaje: string
    desde: string
    hasta: string | null
    activa: boolean
    version: Generated<number>
    creada_por: string
    creada_en: Instante
  }
  notificacion_descartada: { notificacion_id: string; usuario_id: string; descartada_en: Instante }
  /** Sealed parts of files, when the database is their storage. */
  almacen_objeto: { objeto: string; bytes: Buffer }
  /** Objects without a row: they are deleted after a day. */
  almacen_baja: { objeto: string; desde: Instante }
  servicio_sri: {
    ambiente: Ambiente
    servicio: 'RECEPCION' | 'AUTORIZACION'
    abierto_hasta: InstanteOpcional
    callado_desde: InstanteOpcional
    desfase_segundos: number | null
    desfase_en: InstanteOpcional
  }
  administracion_hecho: { id: Generated<number>; en: Instante; usuario_id: string; accion: string; objeto: string; detalle: Json<object> }
  administracion_sello: { id: number; sello: Buffer; sellado_en: Instante; orden: number }
  administracion_cabeza: { dia: string; id: number; sello: Buffer }
  proceso: { quien: string; version: string; iniciado_en: Instante; visto_en: Instante }
  tarea_hecha: { tarea: 'RESPALDO' | 'INVARIANTES'; en: Instante; resultado: Json<object> }
}
