import { NOMBRE_AMBIENTE, type EmpresaTablero } from '@yupana/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'

import { Chip } from '../../components/chip.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { switchCompany } from '../../domain/cuenta/switch-company.ts'
import { tableroQuery } from '../../domain/obligacion/obligacion.queries.ts'
import { venceOf } from '../../domain/obligacion/vence.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { currentSession } from '../../lib/sesion/session.ts'
import classes from './obligacion.module.css'

interface Lugar {
  id: string
  path: string
}

/** `/empresas`: companies of a user who answers for several, the most urgent first; each figure opens the company at that place (O-39). */
export function TableroPage() {
  const leave = useLeave('/')
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(tableroQuery())
  const go = useMutation({
    mutationFn: async ({ id }: Lugar) => {
      if (id !== currentSession()?.businessId) await switchCompany(id)
    },
    onSuccess: (_done, { path }) => void navigate(path),
  })
  return (
    <>
      <PageHeader title="Mis empresas" count={data && String(data.empresas.length)} />
      {data ? (
        <ul className={classes.tablero} aria-busy={go.isPending}>
          {data.empresas.map((empresa) => (
            <li key={empresa.id} className={classes.card}>
              <Empresa empresa={empresa} busy={go.isPending} onGo={(path) => go.mutate({ id: empresa.id, path })} />
            </li>
          ))}
        </ul>
      ) : error ? (
        <LoadFailure reason="No se pudieron leer sus empresas." onRetry={() => void refetch()} onBack={leave} />
      ) : (
        <Skeleton label="Cargando sus empresas" lines={['100%', '100%', '80%', '60%']} />
      )}
      {data?.empresas.length === 0 && <p className={classes.quiet}>No responde por las declaraciones de ninguna empresa.</p>}
    </>
  )
}

const MAX = 1_000
const countText = (count: number) => (count > MAX ? `Más de ${MAX}` : String(count))

interface EmpresaProps {
  empresa: EmpresaTablero
  busy: boolean
  onGo: (path: string) => void
}

function Empresa({ empresa, busy, onGo }: EmpresaProps) {
  const {
    id,
    name,
    ruc,
    ambiente,
    rechazados,
    retenidos,
    en_espera: espera,
    recibidos,
    sin_declarar: sinDeclarar,
    firma_hasta: firma,
    proxima,
  } = empresa
  const isPresent = id === currentSession()?.businessId
  const cuenta = (label: string, value: number, path: string, tone?: 'danger' | 'warning') => (
    <Cuenta label={label} value={countText(value)} tone={value > 0 ? tone : undefined} of={name} busy={busy} onGo={() => onGo(path)} />
  )
  return (
    <>
      <div className={classes.empresa}>
        <h2>
          <button type="button" className={classes.enlace} disabled={busy} onClick={() => onGo('/')}>
            {name}
          </button>
        </h2>
        <span className={classes.quiet}>
          RUC {ruc}
          {ambiente !== 'PRODUCCION' && ` · ${NOMBRE_AMBIENTE[ambiente]}`}
          {isPresent && ' · Empresa actual'}
        </span>
      </div>
      {proxima ? (
        <button type="button" className={classes.proxima} disabled={busy} onClick={() => onGo(proxima.enlace)}>
          <Chip tone={venceOf(proxima.vence).tone}>{venceOf(proxima.vence).texto}</Chip>
          <span>
            {proxima.texto}, {venceOf(proxima.vence).fecha}
          </span>
        </button>
      ) : (
        <span className={classes.quiet}>Nada vence en 90 días.</span>
      )}
      <div className={classes.cuentas}>
        {cuenta('Sin declarar', sinDeclarar, '/declaraciones/obligaciones', empresa.vencidas > 0 ? 'danger' : 'warning')}
        {cuenta('No autorizados', rechazados, '/comprobante?atencion=NO_AUTORIZADOS&desde=', 'danger')}
        {retenidos > 0 && cuenta('Retenidos', retenidos, '/comprobante?atencion=RETENIDOS&desde=', 'danger')}
        {cuenta('En espera', espera, '/comprobante?atencion=EN_ESPERA&desde=')}
        {cuenta('Sin registrar', recibidos, '/comprobante/recibido?estado=NUEVO&desde=', 'warning')}
        <Cuenta
          label="Firma hasta"
          value={firma === null ? 'Sin firma' : venceOf(firma).fecha}
          tone={firma === null ? 'danger' : toneOfFirma(firma)}
          of={name}
          busy={busy}
          onGo={() => onGo('/empresa_perfil?seccion=firma')}
        />
      </div>
    </>
  )
}

const toneOfFirma = (firma: string) => {
  const { tone } = venceOf(firma)
  return tone === 'danger' || tone === 'warning' ? tone : undefined
}

interface CuentaProps {
  label: string
  value: ReactNode
  tone: 'danger' | 'warning' | undefined
  of: string
  busy: boolean
  onGo: () => void
}

const Cuenta = ({ label, value, tone, of, busy, onGo }: CuentaProps) => (
  <button
    type="button"
    className={classes.cuenta}
    data-tone={tone}
    disabled={busy}
    onClick={onGo}
    aria-label={`${label}: ${String(value)}, ${of}`}
  >
    <span>{label}</span>
    <strong>{value}</strong>
  </button>
)
