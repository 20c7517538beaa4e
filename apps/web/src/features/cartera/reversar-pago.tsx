import type { ContextoCaja, Pago, PagoFila } from '@yupana/contract'
import { displayMonto, sum, type Monto } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import { Dialog } from '../../components/dialog/dialog.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { hasRight } from '../../lib/sesion/rights.ts'
import { cajaAbiertaQuery, pagoQuery, takeBackPago } from './cartera.queries.ts'
import { ReversarDialog } from './reversar-dialog.tsx'

const EFECTO = 'Lo que pagó vuelve a quedar pendiente. El registro se conserva en la lista con su motivo.'

interface ReversarPagoProps {
  pago: PagoFila
  onClose: () => void
}

const efectivoOf = ({ metodos }: PagoFila): Monto => sum(metodos.filter(({ metodo }) => metodo === 'EFECTIVO').map(({ valor }) => valor))

/** Asks for the reason of reversing a payment; for cash it first names the till that pays, or says that there is none. */
export function ReversarPago({ pago, onClose }: ReversarPagoProps) {
  const isCash = efectivoOf(pago) > 0
  const entero = useQuery({ ...pagoQuery(pago.id), enabled: isCash })
  const contexto = useQuery({ ...cajaAbiertaQuery(), enabled: isCash })
  const common = { numero: pago.numero, onReversar: (motivo: string, sinCaja: boolean) => takeBackPago(pago, motivo, sinCaja), onClose }
  if (!isCash) return <ReversarDialog {...common} efecto={EFECTO} />
  if (entero.data && contexto.data) return <DeEfectivo {...common} pago={entero.data} abierta={contexto.data.abierta} />
  return (
    <Dialog opened title={`Reversar ${pago.numero}`} onClose={onClose}>
      {entero.error || contexto.error ? (
        <LoadFailure
          reason="No se pudo ver en qué caja está su efectivo."
          onRetry={() => void Promise.all([entero.refetch(), contexto.refetch()])}
          onBack={onClose}
        />
      ) : (
        <p role="status">Cargando…</p>
      )}
    </Dialog>
  )
}

type Common = Omit<Parameters<typeof ReversarDialog>[0], 'efecto' | 'sinCaja'>

function DeEfectivo({ pago, abierta, ...common }: Common & { pago: Pago; abierta: ContextoCaja['abierta'] }) {
  const { sentido, total, caja } = pago
  const sale = (sentido === 'COBRAR') === total >= 0
  const efectivo = `${displayMonto(efectivoOf(pago))} en efectivo`
  if (abierta)
    return <ReversarDialog {...common} efecto={`${EFECTO} Los ${efectivo} ${sale ? 'salen de' : 'vuelven a'} su caja ${abierta.numero}.`} />
  if (caja === null) return <ReversarDialog {...common} efecto={EFECTO} />
  return (
    <ReversarDialog
      {...common}
      efecto={
        <>
          <p>{EFECTO}</p>
          <p>
            {`Los ${efectivo} contaron en la caja ${caja}, y usted no tiene una caja abierta. `}
            {hasRight('caja:abrir') && (
              <>
                <Link to="/comprobante/caja">Abra su caja</Link>
                {` para que ${sale ? 'salgan de' : 'vuelvan a'} ella, o reverse sin caja.`}
              </>
            )}
          </p>
        </>
      }
      sinCaja={`Reversar sin caja: los ${efectivo} no ${sale ? 'salen de' : 'vuelven a'} ninguna`}
    />
  )
}
