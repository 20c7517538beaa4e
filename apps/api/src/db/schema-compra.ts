import type {
  CompraForm,
  CompraRetenida,
  ESTADOS_COMPRA,
  ESTADOS_RECIBIDO,
  EstadoPedido,
  RetencionRecibidaForm,
  SeguridadBuzon,
} from '@yupana/contract'
import type { CodDocRecibible, Monto, OperacionRetencion, Regimen } from '@yupana/fiscal'
import type { ColumnType, Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Ambiente, Instante, InstanteOpcional, Json, JsonOpcional } from './schema-columna.ts'

// Purchases (O-25).

export interface CompraTables {
  compra: {
    empresa_id: EmpresaId
    id: string
    ambiente: Ambiente
    estado: Generated<(typeof ESTADOS_COMPRA)[number]>
    tipo: string
    numero: string
    autorizacion: string | null
    fecha_emision: string
    fecha_registro: string
    vence: string | null
    persona_id: string
    proveedor_tipo: string
    proveedor_identificacion: string
    proveedor_nombre: string
    proveedor_clave: string
    proveedor_regimen: Regimen
    tipo_sujeto: string | null
    parte_relacionada: Generated<boolean>
    sustento: string
    subtotal: Monto
    base_gravada: Monto
    base_cero: Monto
    base_no_objeto: Monto
    base_exenta: Monto
    iva: Monto
    ice: Monto
    irbpnr: Monto
    otros: Monto
    total: Monto
    pagos: Json<CompraForm['pagos']>
    modificado: JsonOpcional<NonNullable<CompraForm['modificado']>>
    modificada_id: string | null
    pago_exterior: JsonOpcional<NonNullable<CompraForm['pago_exterior']>>
    reembolsos: Json<CompraForm['reembolsos']>
    entrada: Json<CompraForm>
    motivo_anulacion: Generated<string | null>
    anulado_emisor_en: InstanteOpcional
    proxima_consulta: InstanteOpcional
    usuario_id: string
    version: Generated<number>
    creado_en: Instante
    editado_en: Instante
  }
  compra_impuesto: {
    empresa_id: EmpresaId
    compra_id: string
    n: number
    codigo: string
    codigo_porcentaje: string
    tarifa: number
    base: Monto
    valor: Monto
  }
  retencion_recibida: {
    empresa_id: EmpresaId
    id: string
    ambiente: Ambiente
    numero: string
    autorizacion: string
    fecha_emision: string
    periodo: string
    persona_id: string
    agente_tipo: string
    agente_identificacion: string
    agente_nombre: string
    agente_clave: string
    renta: Monto
    iva: Monto
    isd: Monto
    total: Monto
    entrada: Json<RetencionRecibidaForm>
    anulado_emisor_en: InstanteOpcional
    proxima_consulta: InstanteOpcional
    usuario_id: string
    creado_en: Instante
  }
  retencion_recibida_linea: {
    empresa_id: EmpresaId
    retencion_id: string
    n: number
    cod_doc: string
    numero: string | null
    fecha: string | null
    documento_id: string | null
    impuesto: string
    codigo: string
    base: Monto
    porcentaje: number
    valor: Monto
  }
  retencion_elegida: {
    empresa_id: EmpresaId
    impuesto: '1' | '2'
    operacion: OperacionRetencion
    persona: string | null
    sociedad: string | null
    usuario_id: string
    en: Instante
    version: Generated<number>
  }
  recibido: {
    empresa_id: EmpresaId
    id: string
    ambiente: Ambiente
    clave: string
    tipo: CodDocRecibible
    numero: string
    fecha_emision: string
    emisor_ruc: string
    emisor_nombre: string
    total: Monto
    autorizado: boolean
    avisos: Json<readonly string[]>
    formulario: Json<CompraForm | RetencionRecibidaForm>
    xml: string
    ignorado: Generated<boolean>
    compra_id: Generated<string | null>
    retencion_id: Generated<string | null>
    estado: ColumnType<(typeof ESTADOS_RECIBIDO)[number], never, never>
    usuario_id: string
    creado_en: Instante
    anulado_en: InstanteOpcional
    proxima_consulta: InstanteOpcional
  }
  recibido_pedido: {
    empresa_id: EmpresaId
    ambiente: Ambiente
    clave: string
    lote: string
    usuario_id: string
    creado_en: Instante
    estado: Generated<EstadoPedido>
    motivo: Generated<string | null>
    intentos: Generated<number>
    proximo_intento: InstanteOpcional
  }
  buzon: {
    empresa_id: EmpresaId
    version: number
    activo: boolean
    servidor: string
    puerto: number
    seguridad: SeguridadBuzon
    usuario: string
    contrasena: Buffer
    carpeta: string
    usuario_id: string
    en: Instante
    uid_validez: Generated<number | null>
    uid_ultimo: Generated<number | null>
    turno: Generated<string | null>
    proximo_en: InstanteOpcional
    intentos: Generated<number>
    leido_en: InstanteOpcional
    documentos: Generated<number>
    llegados: Generated<number>
    fallos: Generated<number>
    fallo: Generated<string | null>
    fallo_en: InstanteOpcional
    averiado: ColumnType<boolean, never, never>
  }
  buzon_rechazo: {
    empresa_id: EmpresaId
    uid_validez: number
    uid: number
    archivo: string
    remitente: string
    asunto: string
    motivo: string
    en: Instante
  }
  equivalencia: {
    empresa_id: EmpresaId
    id: Generated<string>
    version: Generated<number>
    proveedor_clave: string
    item: string
    producto_id: string | null
    factor: number
    usuario_id: string
    editado_en: Instante
  }
  recibido_rechazo: {
    empresa_id: EmpresaId
    ambiente: Ambiente
    archivo: string
    motivo: string
    usuario_id: string
    en: Instante
  }
  regla_proveedor: {
    empresa_id: EmpresaId
    id: Generated<string>
    proveedor_clave: string
    sustento: string | null
    sustento_elegido: InstanteOpcional
    bodega_id: string | null
    bodega_elegida: InstanteOpcional
    operacion: CompraRetenida['operacion'] | null
    retener: Generated<boolean>
    compra_id: string | null
    usuario_id: string
    editado_en: Instante
  }
  mes_cerrado: { empresa_id: EmpresaId; ambiente: Ambiente; mes: string; usuario_id: string; cerrado_en: Instante }
}
