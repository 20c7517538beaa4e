import type { MetodoCosto, Monto } from '@yupana/fiscal'
import type { Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Ambiente, Instante, InstanteOpcional } from './schema-columna.ts'

/** Warehouses, movements and stock. */
export interface InventarioTables {
  bodega: {
    empresa_id: EmpresaId
    id: string
    name: string
    description: string | null
    establecimiento: string | null
    predeterminada: Generated<boolean>
    status: Generated<'ACTIVO' | 'INACTIVO'>
    orden: string
    version: Generated<number>
    creado_en: Instante
    editado_en: Instante
  }
  movimiento: {
    empresa_id: EmpresaId
    id: string
    ambiente: Ambiente
    tipo: 'INGRESO' | 'EGRESO' | 'TRANSFERENCIA' | 'AJUSTE'
    concepto: string
    estado: Generated<'REGISTRADO' | 'EN_TRANSITO' | 'RECIBIDO'>
    fecha: string
    bodega_id: string
    bodega_destino_id: string | null
    motivo: string | null
    referencia: string | null
    documento_id: string | null
    suceso: string | null
    venta_id: string | null
    lineas: number
    usuario_id: string | null
    creado_en: Instante
    recibido_en: InstanteOpcional
    recibido_por: string | null
  }
  kardex: {
    empresa_id: EmpresaId
    ambiente: Ambiente
    bodega_id: string
    producto_id: string
    secuencia: number
    movimiento_id: string
    n: number
    concepto: string
    fecha: string
    cantidad: number
    valor: Monto
    ajuste: Generated<Monto>
    saldo_cantidad: number
    saldo_valor: Monto
    linea: number | null
    por_combo: number | null
  }
  existencia: {
    empresa_id: EmpresaId
    ambiente: Ambiente
    bodega_id: string
    producto_id: string
    cantidad: Generated<number>
    valor: Generated<Monto>
    costo: Generated<Monto>
    secuencia: Generated<number>
    fecha: string | null
    capas: Generated<unknown>
  }
  metodo_costo: {
    empresa_id: EmpresaId
    desde: string
    metodo: MetodoCosto
    usuario_id: string
    creado_en: Instante
  }
}
