import type { AjusteDeclaracion } from '@yupana/contract'
import type {
  ClaseExportacion,
  CodigoFormulario,
  MarcaVenta,
  Monto,
  RegimenExterior,
  TipoMovimiento,
  TipoSujeto,
  Valores,
} from '@yupana/fiscal'
import type { Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Ambiente, Instante, InstanteOpcional, Json, JsonOpcional } from './schema-columna.ts'

// Forms of a period (O-32).

export interface DeclaracionTables {
  /** The address of a person's calendar of a company. */
  calendario: { empresa_id: EmpresaId; usuario_id: string; hash: Buffer | null; n: Generated<number>; creado_en: Instante }
  /** Days before a due date on which a user gets a letter. */
  obligacion_aviso: { usuario_id: string; dias: number | null; dicho: Generated<string | null>; editado_en: Instante }
  obligacion_avisada: { usuario_id: string; de_empresa: EmpresaId; obligacion: string; paso: number }
  declaracion: {
    empresa_id: EmpresaId
    id: string
    ambiente: Ambiente
    formulario: CodigoFormulario
    desde: string
    meses: number
    ajustes: Json<AjusteDeclaracion[]>
    saldos: JsonOpcional<Valores>
    difiere: boolean
    version: Generated<number>
    creado_en: Instante
    editado_en: Instante
  }
  declaracion_presentada: {
    empresa_id: EmpresaId
    declaracion_id: string
    n: number
    valores: Json<Valores>
    ajustes: Json<AjusteDeclaracion[]>
    sha256: Buffer
    usuario_id: string
    declarada_en: Instante
    numero_sri: string | null
    fecha_sri: string | null
    razon_social: string | null
    vence: string | null
  }
  /** The ZIP of an ATS as filed, in parts. */
  declaracion_ats: { empresa_id: EmpresaId; declaracion_id: string; n: number; parte: number; contenido: Buffer }
  declaracion_comprada: {
    empresa_id: EmpresaId
    formulario: CodigoFormulario
    desde: string
    meses: number
    orden_id: string
    numero_sri: string | null
    fecha_sri: string | null
    declarada_en: InstanteOpcional
    version: Generated<number>
  }
  declaracion_marca: {
    empresa_id: EmpresaId
    documento_id: string
    marca: MarcaVenta
    usuario_id: string
    marcada_en: Instante
  }
  exportacion_ats: {
    empresa_id: EmpresaId
    documento_id: string
    clase: ClaseExportacion
    parte_relacionada: boolean
    tipo_cliente: TipoSujeto
    regimen: RegimenExterior
    pais: string
    regimen_nombre: string | null
    pais_destino: string
    refrendo: string | null
    documento_transporte: string | null
    fecha_embarque: string | null
    valor_fob: Monto | null
    tipo_ingreso: string | null
    impuesto_exterior: Monto | null
    version: number
    usuario_id: string
    en: Instante
  }
  paquete_mensual: {
    empresa_id: EmpresaId
    version: number
    activo: boolean
    dia: number
    correos: string[]
    desde: string
    usuario_id: string
    en: Instante
  }
  paquete_envio: {
    empresa_id: EmpresaId
    id: string
    ambiente: Ambiente
    mes: string
    origen: 'PROGRAMADO' | 'A_MANO'
    correos: string[]
    usuario_id: string | null
    creado_en: Instante
    estado: 'PENDIENTE' | 'ENVIADO' | 'FALLIDO' | 'BANDEJA'
    aparte: Generated<string[]>
    fallidos: Generated<string[]>
  }
  venta_mes: {
    empresa_id: EmpresaId
    ambiente: Ambiente
    mes: string
    formula: Buffer
    foto: string
    xid: Generated<string>
    cifras: Json<object>
  }
  venta_cambio: { empresa_id: EmpresaId; ambiente: Ambiente; mes: string; xid: Generated<string> }
  venta_casillero: {
    empresa_id: EmpresaId
    ambiente: Ambiente
    mes: string
    cual: Buffer
    ids: string[]
    valores: Monto[]
    marcas: (string | null)[]
  }
  compra_casillero: {
    empresa_id: EmpresaId
    ambiente: Ambiente
    mes: string
    cual: Buffer
    ids: string[]
    valores: number[]
    origenes: string[]
    foto: string
    guardado_en: Generated<Instante>
    xid: Generated<string>
  }
  compra_cambio: { empresa_id: EmpresaId; ambiente: Ambiente | null; mes: string | null; xid: Generated<string> }
  cifra_tramo: {
    empresa_id: EmpresaId
    ambiente: Ambiente
    tipo: TipoMovimiento
    grano: 'DIA' | 'MES'
    desde: string
    formula: Buffer
    foto: string
    xid: Generated<string>
  }
  cifra_cambio: { empresa_id: EmpresaId; ambiente: Ambiente | null; tipo: TipoMovimiento; dia: string | null; xid: Generated<string> }
  cifra_parte: {
    empresa_id: EmpresaId
    ambiente: Ambiente
    tipo: TipoMovimiento
    grano: string
    desde: string
    corte: string
    clave: string
    nombre: string | null
    codigo: string | null
    documentos: number
    subtotal: Monto
    iva: Monto
    total: Monto
    cantidad: number
    con_costo: Monto | null
    costo: Monto | null
  }
  tablero_cuenta: { empresa_id: EmpresaId; ambiente: Ambiente; que: string; desde: string; cifras: Json<unknown> }
  tablero_cambio: { empresa_id: EmpresaId; ambiente: Ambiente; que: string; n: Generated<number> }
}
