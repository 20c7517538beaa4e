import type { AsientoFila } from '@yupana/contract'
import type { SentidoCartera } from '@yupana/fiscal'

const CONCEPTO: Readonly<Record<AsientoFila['concepto'], string>> = {
  DOCUMENTO: 'Documento',
  NOTA_CREDITO: 'Nota de crédito',
  RETENCION: 'Retención',
  SALDO_INICIAL: 'Saldo inicial',
  CORRECCION: 'Corrección',
  ANULACION: 'Anulación',
  PAGO: 'Pago',
  PAGO_REVERSADO: 'Pago reversado',
  ANTICIPO: 'Anticipo',
}

/** What an entry is called: money that comes in is a cobro. */
export const conceptoOf = (concepto: AsientoFila['concepto'], sentido: SentidoCartera): string =>
  sentido === 'COBRAR' ? CONCEPTO[concepto].replace('Pago', 'Cobro') : CONCEPTO[concepto]
