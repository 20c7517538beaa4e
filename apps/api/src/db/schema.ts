import type { Monto } from '@yupana/fiscal'
import type { TipoCatalogo } from '@yupana/contract'
import type { ColumnType, Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Ambiente, Instante, InstanteOpcional, Json, JsonOpcional } from './schema-columna.ts'
import type { ActualizacionTables } from './schema-actualizacion.ts'
import type { AuditoriaTables } from './schema-auditoria.ts'
import type { CarteraTables } from './schema-cartera.ts'
import type { CertificadoTables } from './schema-certificado.ts'
import type { CorreoTables } from './schema-correo.ts'
import type { CompraTables } from './schema-compra.ts'
import type { CotizacionTables } from './schema-cotizacion.ts'
import type { FirmaTables } from './schema-firma.ts'
import type { GastoTables } from './schema-gasto.ts'
import type { DeclaracionTables } from './schema-declaracion.ts'
import type { LineaTables } from './schema-linea.ts'
import type { PersonaTables } from './schema-persona.ts'
import type { ProductoTables } from './schema-producto.ts'
import type { InstalacionTables } from './schema-instalacion.ts'
import type { InventarioTables } from './schema-inventario.ts'
import type { TiendaTables } from './schema-tienda.ts'
import type { TrabajoTables } from './schema-trabajo.ts'
import type { UsuarioTables } from './schema-usuario.ts'

// The tables as SQL leaves them (db/migrations). bigint comes as a safe integer, timestamptz and date as text.

export type { Ambiente }

export interface MensajeGuardado {
  identificador: string
  mensaje: string
  informacionAdicional?: string | undefined
  tipo: string
}

/** The line of the factura that a line of a credit note returns, and whether by amount alone. */
export interface CreditoGuardado {
  linea: number
  solo_monto: boolean
}

type TipoBuscado = TipoCatalogo | 'cotizacion' | 'compra' | 'equivalencia' | 'regla_proveedor' | 'recibido' | 'retencion_recibida'

/** A record with a name, a description and a state (O-75). */
interface Nombrada {
  empresa_id: EmpresaId
  id: string
  name: string
  description: string | null
  status: Generated<'ACTIVO' | 'INACTIVO'>
  orden: string
  version: Generated<number>
  creado_en: Instante
  editado_en: Instante
}

export interface Database
  extends
    InstalacionTables,
    UsuarioTables,
    ActualizacionTables,
    AuditoriaTables,
    CarteraTables,
    CertificadoTables,
    CorreoTables,
    CompraTables,
    CotizacionTables,
    FirmaTables,
    GastoTables,
    DeclaracionTables,
    InventarioTables,
    TrabajoTables,
    LineaTables,
    PersonaTables,
    ProductoTables,
    TiendaTables {
  empresa: {
    id: EmpresaId
    ruc: string
    razon_social: string
    nombre_comercial: string | null
    dir_matriz: string
    telefono: string | null
    correo: string | null
    obligado_contabilidad: Generated<boolean>
    condiciones_confirmadas_en: InstanteOpcional
    condiciones_confirmadas_por: string | null
    ambiente: Generated<Ambiente>
    secreto: Buffer
    dias_fecha_anterior: Generated<number>
    inactividad_minutos: Generated<number | null>
    /** The rule for a sale of more than the stock (O-73). */
    stock_negativo: Generated<'BLOQUEAR' | 'AVISAR' | 'PERMITIR'>
    gran_contribuyente: string | null
    logo: Buffer | null
    logo_tipo: string | null
    logo_hecho: Generated<boolean>
    pausada_motivo: string | null
    suspendida_en: InstanteOpcional
    suspendida_motivo: string | null
    limite_documentos: number | null
    limite_usuarios: number | null
    limite_puntos: number | null
    version: Generated<number>
    creada_en: Instante
  }
  empresa_condicion: { empresa_id: EmpresaId; tipo: string; desde: string; hasta: string | null; valor: Generated<string> }
  establecimiento: {
    empresa_id: EmpresaId
    codigo: string
    nombre: string | null
    direccion: string
    canton: Generated<string | null>
    activo: Generated<boolean>
    pausado_motivo: string | null
    version: Generated<number>
  }
  punto_emision: {
    empresa_id: EmpresaId
    establecimiento: string
    codigo: string
    descripcion: string | null
    activo: Generated<boolean>
    version: Generated<number>
  }
  serie: {
    empresa_id: EmpresaId
    ambiente: Ambiente
    tipo: string
    establecimiento: string
    punto: string
    siguiente: Generated<number>
    usada: Generated<boolean>
    pausada_motivo: string | null
    cercada_desde: InstanteOpcional
  }
  serie_salto: {
    empresa_id: EmpresaId
    ambiente: Ambiente
    tipo: string
    establecimiento: string
    punto: string
    desde: number
    hasta: number
    motivo: string
    usuario_id: string | null
    en: Instante
  }
  unidad: Nombrada
  marca: Nombrada
  categoria: Nombrada & { parent_id: string | null }
  busqueda: { empresa_id: EmpresaId; tipo: TipoBuscado; palabra: string; id: string }
  documento_nota_interna: {
    empresa_id: EmpresaId
    documento_id: string
    nota: string | null
    version: number
    usuario_id: string
    en: Instante
  }
  documento_adjunto: { empresa_id: EmpresaId; id: string; documento_id: string; usuario_id: string; en: Instante }
  papelera: { empresa_id: EmpresaId; tipo: TipoBuscado; id: string; filas: Json<unknown>; en: Instante }
  borrador: {
    empresa_id: EmpresaId
    id: string
    usuario_id: string
    ambiente: Ambiente
    tipo: string
    contenido: Json<unknown>
    sin_nombre: Generated<boolean>
    /** User of the last save; null from before this was stored. */
    editado_por: string | null
    version: Generated<number>
    creado_en: Instante
    editado_en: Instante
  }
  documento: {
    empresa_id: EmpresaId
    id: string
    ambiente: Ambiente
    tipo: string
    establecimiento: string
    punto: string
    secuencial: number
    version: Generated<number>
    clave: string
    fecha_emision: string
    estado: string
    tributario: ColumnType<number, never, never>
    pestana: ColumnType<number, never, never>
    persona_id: string | null
    receptor_tipo: string
    receptor_identificacion: string
    receptor_nombre: string
    subtotal: Monto
    descuento: Monto
    iva: Monto
    total: Monto
    vendedor_id: string | null
    creado_en: Instante
    autorizado_en: InstanteOpcional
    codigo_sri: string | null
    correo_estado: Generated<'NINGUNO' | 'PENDIENTE' | 'ENVIADO' | 'FALLIDO' | 'BANDEJA'>
    modo_emision: Generated<number>
    registro: Generated<string>
  }
  documento_envio: {
    empresa_id: EmpresaId
    documento_id: string
    proximo_intento: InstanteOpcional
    intentos: Generated<number>
    cerco: Generated<number>
    arrendatario: string | null
    arriendo_hasta: InstanteOpcional
    pudo_llegar: Generated<boolean>
    enviado_en: InstanteOpcional
    atrasado: Generated<boolean>
    espera_por: string | null
  }
  documento_revision: { empresa_id: EmpresaId; documento_id: string; desde: Instante }
  revision_visto: { empresa_id: EmpresaId; documento_id: string; usuario_id: string; en: Instante }
  documento_respuesta_tardia: { empresa_id: EmpresaId; documento_id: string; cerco: number; en: Instante; proceso: string; causa: string }
  servicio_sri_empresa: {
    empresa_id: EmpresaId
    ambiente: Ambiente
    servicio: 'RECEPCION' | 'AUTORIZACION'
    abierto_hasta: Instante
    callado_desde: InstanteOpcional
  }
  documento_version: {
    empresa_id: EmpresaId
    documento_id: string
    n: number
    clave: string
    xml: Buffer
    sha256: Buffer
    entrada: Json<unknown>
    correos: Generated<string[]>
    usuario_id: string | null
    creada_en: Instante
  }
  documento_nota: {
    empresa_id: EmpresaId
    documento_id: string
    version: number
    modificado_id: string | null
    cod_doc: string
    numero: string
    fecha: string
    creditos: Json<CreditoGuardado[]>
  }
  documento_retencion: {
    empresa_id: EmpresaId
    documento_id: string
    version: number
    n: number
    cod_sustento: string
    cod_doc: string
    numero: string
    fecha: string
    impuesto: string
    codigo: string
    base: Monto
    porcentaje: number
    valor: Monto
    pago_fecha: string | null
    pago_motivo: string | null
  }
  documento_anulacion: {
    empresa_id: EmpresaId
    documento_id: string
    n: number
    usuario_id: string | null
    solicitada_en: Instante
    motivo: string
    hasta: string
    extendido: string
    aceptacion_dias: number | null
    estado: 'SOLICITADA' | 'POR_ACEPTAR' | 'ANULADA' | 'RETIRADA' | 'NO_ACEPTADA' | 'VENCIDA'
    consultada_en: InstanteOpcional
    resuelta_en: InstanteOpcional
    proximo_intento: InstanteOpcional
    intentos: Generated<number>
    cerco: Generated<number>
    arrendatario: string | null
  }
  muestreo: {
    empresa_id: EmpresaId
    ambiente: Ambiente
    documento_id: string | null
    proximo_intento: Instante
    cerco: Generated<number>
    arrendatario: string | null
  }
  documento_pago: {
    empresa_id: EmpresaId
    documento_id: string
    version: number
    n: number
    forma_pago: string
    total: Monto
    plazo: number | null
    unidad_tiempo: string | null
  }
  documento_firma: {
    empresa_id: EmpresaId
    documento_id: string
    version: number
    certificado_id: string
    xml: Buffer
    sha256: Buffer
    firmado_en: Instante
  }
  documento_autorizacion: {
    empresa_id: EmpresaId
    documento_id: string
    version: number
    numero: string
    fecha_autorizacion: string
    ambiente: string | null
    documento_identico: boolean
    respuesta: Buffer
    recibida_en: Instante
  }
  documento_intento: {
    empresa_id: EmpresaId
    documento_id: string
    cerco: number
    version: number
    arrendatario: string
    iniciado_en: Instante
    terminado_en: InstanteOpcional
    resultado: string | null
  }
  documento_evento: {
    empresa_id: EmpresaId
    documento_id: string
    n: number
    en: Instante
    de: string | null
    a: string
    usuario_id: string | null
    /** User who acted in the name of `usuario_id` (O-14); the database fills it in. */
    actor_id: ColumnType<string | null, never, never>
    proceso: string | null
    causa: string
    mensajes: JsonOpcional<MensajeGuardado[]>
  }
  idempotencia: { empresa_id: EmpresaId; clave: string; usuario_id: string; cuerpo: Buffer; recurso_id: string; creada_en: Instante }
  plan_aviso: {
    empresa_id: EmpresaId
    id: string
    mes: string
    que: 'documentos' | 'usuarios' | 'puntos'
    umbral: number
    limite: number
    usados: number
    en: Instante
  }
  plan_aviso_visto: { empresa_id: EmpresaId; aviso_id: string; usuario_id: string; en: Instante }
  norma: {
    id: Generated<number>
    tema: string
    codigo: string
    nombre: string
    valor: string
    desde: string | null
    hasta: string | null
    cierra: Generated<boolean>
    fuente: string
    nota: string | null
    confianza: string
    retira: number | null
    motivo: string
    usuario_id: string
    usuario: string
    en: Instante
  }
}
