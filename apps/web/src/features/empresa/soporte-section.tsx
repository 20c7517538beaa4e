import type { AccesoSoporte } from '@yupana/contract'
import { ROL } from '@yupana/fiscal'
import { useQuery } from '@tanstack/react-query'

import { Checkbox } from '../../components/checkbox.tsx'
import { Chip } from '../../components/chip.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { fechaText, horaText, momentoText } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { serverNow } from '../../lib/sesion/server-clock.ts'
import { currentSession } from '../../lib/sesion/session.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { useRunning } from '../../lib/http/use-running.ts'
import classes from './empresa.module.css'
import { mayEdit } from './quien-puede.ts'
import { setPermiso, soporteQuery } from './soporte.queries.ts'

/** Visits of support: who worked here, as whom and why; and whether support may issue and void today (O-14). */
export function SoporteSection() {
  const leave = useLeave('/')
  const { data, error, refetch } = useQuery(soporteQuery())
  const change = useRunning()
  // An impersonating user cannot give this right.
  const mayAllow = currentSession()?.rol.id === ROL.ADMIN && mayEdit('empresa:editar') && !currentSession()?.impersonate
  if (!data && error) return <LoadFailure reason="No se pudo abrir el acceso de soporte." onRetry={() => void refetch()} onBack={leave} />
  if (!data) return <Skeleton label="Cargando el acceso de soporte" lines={['60%', '100%']} />
  return (
    <>
      <section className={classes.card} aria-label="Permiso de hoy">
        <h2>Permiso de hoy</h2>
        <p className={classes.quiet}>
          Para ayudarle, soporte puede entrar en nombre de un usuario durante una hora, con un motivo. Nunca cambia contraseñas, correos,
          firmas electrónicas, roles ni invitaciones, y todo queda registrado con su nombre. Emitir y anular solo puede los días en que
          usted lo permite.
        </p>
        <Checkbox
          label={`Soporte puede emitir y anular documentos hoy, ${fechaText(data.dia)}`}
          checked={data.permitido}
          disabled={!mayAllow || change.isRunning}
          onChange={({ currentTarget: { checked } }) => void change.run(() => untilRefused(setPermiso(checked)))}
        />
      </section>
      <section className={classes.card} aria-label="Accesos de soporte">
        <h2>Accesos de soporte</h2>
        {data.accesos.length === 0 && <p className={classes.quiet}>Soporte no ha entrado a esta empresa.</p>}
        {data.accesos.map((acceso) => (
          <Acceso key={acceso.id} acceso={acceso} />
        ))}
      </section>
    </>
  )
}

function Acceso({ acceso: { pedida_en, motivo, quien, como, canjeada_en, termina_en } }: { acceso: AccesoSoporte }) {
  const isOpen = termina_en !== null && Date.parse(termina_en) > serverNow()
  return (
    <article>
      <header className={classes.cardHead}>
        <strong>{momentoText(canjeada_en ?? pedida_en)}</strong>
        {isOpen && <Chip tone="warning">{`Abierto hasta las ${horaText(termina_en)}`}</Chip>}
        {canjeada_en === null && <Chip tone="neutral">No llegó a entrar</Chip>}
      </header>
      <p>{`${quien}, como ${como}`}</p>
      <p className={classes.quiet}>{motivo}</p>
    </article>
  )
}
