import type { CarteraResumen, Inicio } from '@yupana/contract'
import { displayMonto, displayNumero, fechaIn, fromUnits, sum } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'

import classes from '../../domain/cifras/cifras.module.css'
import { fechaText } from '../../lib/formato/format.ts'
import { hasRight, hasScreen, isAdmin } from '../../lib/sesion/rights.ts'
import { porCobrarQuery } from './inicio.queries.ts'

interface Tarjeta {
  label: string
  value: string
  detail: string
  /** Address where it is managed. */
  to: string
}

const contados = (n: number) => displayNumero(fromUnits(n))

function cobrarOf({ total, cuentas, D1_30, D31_60, D61_90, D91_MAS }: CarteraResumen): Tarjeta | undefined {
  if (total === 0) return undefined
  const vencido = sum([D1_30, D31_60, D61_90, D91_MAS])
  const detail = `${contados(cuentas)} ${cuentas === 1 ? 'cuenta' : 'cuentas'} · ${vencido > 0 ? `${displayMonto(vencido)} vencido` : 'nada vencido'}`
  return { label: 'Por cobrar', value: displayMonto(total), detail, to: '/comprobante/cobrar' }
}

function firmaOf({ firma }: Inicio['atencion']): Tarjeta | undefined {
  // Problems of the signature show among pending matters.
  if (!isAdmin() || firma === null || firma.inservible || firma.dias_restantes === 0) return undefined
  const dias = firma.dias_restantes
  return {
    label: 'Firma electrónica',
    value: `${contados(dias)} ${dias === 1 ? 'día' : 'días'}`,
    detail: `Hasta el ${fechaText(fechaIn(new Date(firma.hasta)))}`,
    to: '/empresa_perfil?seccion=firma',
  }
}

function planOf(plan: Inicio['plan']): Tarjeta | undefined {
  if (plan === null || !hasScreen('/tienda')) return undefined
  const quedan = plan.limite - plan.usados
  return {
    label: 'Quedan de su plan',
    value: `${contados(quedan)} ${quedan === 1 ? 'comprobante' : 'comprobantes'}`,
    detail: `De ${contados(plan.limite)} de este mes`,
    to: '/tienda',
  }
}

/** Debts, and the rest of signature and plan; a card without information is left out. */
export function Quedan({ inicio: { atencion, plan } }: { inicio: Inicio }) {
  const { data } = useQuery({ ...porCobrarQuery(), enabled: hasRight('documento:emitir') && hasScreen('/comprobante') })
  const tarjetas = [data && cobrarOf(data), firmaOf(atencion), planOf(plan)].filter((one) => one !== undefined)
  if (tarjetas.length === 0) return null
  return (
    <div className={classes.cifras}>
      {tarjetas.map(({ label, value, detail, to }) => (
        <Link key={label} to={to} className={classes.cifra}>
          <span className={classes.label}>{label}</span>
          <strong className={classes.value}>{value}</strong>
          <span className={classes.label}>{detail}</span>
        </Link>
      ))}
    </div>
  )
}
