import type { ConceptoAsiento, ConteoCaja, Monto, SentidoCartera } from '@yupana/fiscal'
import type { Generated } from 'kysely'

import type { EmpresaId } from './empresa-id.ts'
import type { Ambiente, Instante, InstanteOpcional, Json, JsonOpcional } from './schema-columna.ts'

export type OrigenCuenta = 'DOCUMENTO' | 'COMPRA' | 'SALDO_INICIAL' | 'ANTICIPO'
export interface MetodoGuardado {
  metodo: string
  valor: Monto
  banco: string | null
  referencia: string | null
}

/** Money owed (O-126). */
export interface CarteraTables {
  cuenta: {
    empresa_id: EmpresaId
    id: string
    ambiente: Ambiente
    sentido: SentidoCartera
    origen: OrigenCuenta
    origen_id: string
    cuota: number
    persona_id: string | null
    tercero_clave: string
    tercero_nombre: string
    tipo: string | null
    numero: string
    fecha: string
    vence: string
    saldo: Monto
    asientos: number
    creado_en: Instante
    /** The day of its last entry. */
    ultimo_asiento: string
  }
  recordatorio_ajuste: {
    empresa_id: EmpresaId
    version: number
    activo: boolean
    pasos: number[]
    mensaje: string | null
    desde: string
    usuario_id: string
    en: Instante
  }
  recordatorio_exento: { empresa_id: EmpresaId; persona_id: string; usuario_id: string; en: Instante }
  recordatorio: {
    empresa_id: EmpresaId
    id: string
    persona_id: string
    en: Instante
    correos: string[]
    total: Monto
    usuario_id: string | null
    /** Environment of the attached account statement. */
    con_estado: Ambiente | null
    /** Side and days of the sent statement; null for a reminder. */
    estado_sentido: SentidoCartera | null
    estado_desde: string | null
    estado_hasta: string | null
  }
  recordatorio_paso: { empresa_id: EmpresaId; cuenta_id: string; paso: number }
  asiento: {
    empresa_id: EmpresaId
    cuenta_id: string
    n: number
    fecha: string
    concepto: ConceptoAsiento
    valor: Monto
    saldo: Monto
    origen_id: string
    suceso: string
    referencia: string
    usuario_id: string | null
    creado_en: Instante
  }
  pago: {
    empresa_id: EmpresaId
    id: string
    ambiente: Ambiente
    sentido: SentidoCartera
    numero: number
    estado: Generated<'REGISTRADO' | 'REVERSADO'>
    fecha: string
    persona_id: string | null
    tercero_nombre: string
    tercero_identificacion: string
    total: Monto
    anticipo: Monto
    metodos: Json<MetodoGuardado[]>
    observacion: string | null
    usuario_id: string
    creado_en: Instante
    motivo_reverso: Generated<string | null>
    reversado_en: InstanteOpcional
    reversado_por: Generated<string | null>
  }
  caja: {
    empresa_id: EmpresaId
    id: string
    ambiente: Ambiente
    numero: number
    usuario_id: string
    establecimiento: string | null
    punto: string | null
    apertura: Monto
    abierta_en: Instante
    cerrada_en: InstanteOpcional
    cerrada_por: Generated<string | null>
    esperado: Generated<Monto | null>
    contado: Generated<Monto | null>
    conteo: JsonOpcional<ConteoCaja[]>
    nota: Generated<string | null>
  }
  caja_movimiento: {
    empresa_id: EmpresaId
    caja_id: string
    id: string
    tipo: 'INGRESO' | 'EGRESO'
    valor: Monto
    motivo: string
    usuario_id: string
    creado_en: Instante
  }
  caja_origen: {
    empresa_id: EmpresaId
    caja_id: string
    origen: 'DOCUMENTO' | 'PAGO'
    origen_id: string
    version: number
    signo: number
    creado_en: Instante
  }
}
