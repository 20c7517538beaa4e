import type { OrdenLinea, TipoTienda } from '@yupana/contract'
import type { CodigoFormulario, EstadoCobro, EstadoOrdenGuardado, Monto, TipoFirma } from '@yupana/fiscal'
import type { Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Instante, Json } from './schema-columna.ts'

/** The store of the installation, carts and orders. */
export interface TiendaTables {
  tienda_producto: {
    id: string
    tipo: TipoTienda
    nombre: string
    descripcion: string
    precio: Monto
    iva: number
    firma_tipo: TipoFirma | null
    firma_anios: number | null
    plan_documentos: number | null
    vigente_desde: string
    vigente_hasta: string | null
    activo: boolean
    version: Generated<number>
    creado_en: Instante
    editado_en: Instante
  }
  tienda_ajuste: {
    unica: Generated<boolean>
    transferencia: string | null
    vende_id: EmpresaId | null
    establecimiento: string | null
    punto: string | null
    version: Generated<number>
  }
  tienda_cupon: {
    id: string
    codigo: string
    porcentaje: number | null
    monto: Monto | null
    vigente_desde: string
    vigente_hasta: string | null
    usos: number | null
    usos_empresa: number | null
    productos: string[]
    activo: boolean
    version: Generated<number>
    creado_en: Instante
    editado_en: Instante
  }
  tienda_precio: {
    empresa_id: EmpresaId
    producto_id: string
    precio: Monto
    vigente_desde: string
    vigente_hasta: string | null
    activo: boolean
    version: Generated<number>
    creado_en: Instante
    editado_en: Instante
  }
  carrito_cupon: { empresa_id: EmpresaId; usuario_id: string; cupon_id: string }
  carrito_linea: {
    empresa_id: EmpresaId
    usuario_id: string
    producto_id: string
    /** Empty for a product other than a declaration. */
    formulario: Generated<CodigoFormulario | ''>
    periodo: Generated<string>
    cantidad: number
    agregado_en: Instante
  }
  orden: {
    empresa_id: EmpresaId
    id: string
    numero: Generated<number>
    usuario_id: string
    comprador: string
    estado: Generated<EstadoOrdenGuardado>
    lineas: Json<OrdenLinea[]>
    subtotal: Monto
    iva: Monto
    total: Monto
    cupon_id: string | null
    cupon_codigo: string | null
    vista: Generated<boolean>
    vence: string
    referencia: string | null
    comprobante_id: string | null
    vende_id: EmpresaId | null
    factura_id: string | null
    factura_numero: string | null
    nota_id: string | null
    nota_numero: string | null
    emision_problema: string | null
    decidida_por: string | null
    emision_intento: Instante | null
    con_tarjeta: Generated<boolean>
    version: Generated<number>
    creada_en: Instante
    editada_en: Instante
  }
  orden_historia: {
    id: Generated<number>
    empresa_id: EmpresaId
    orden_id: string
    estado: EstadoOrdenGuardado
    en: Instante
    quien: string | null
    motivo: string | null
  }
  cobro_tarjeta: {
    empresa_id: EmpresaId
    id: string
    orden_id: string
    usuario_id: string
    estado: Generated<EstadoCobro>
    monto: Monto
    pagina: string | null
    problema: string | null
    preguntado_en: Instante
    aviso_en: Instante | null
    /** The gateway reported it once. */
    conocido: Generated<boolean>
    /** The gateway reported it, and does not know it any more. */
    perdido: Generated<boolean>
    creado_en: Instante
    editado_en: Instante
  }
}
