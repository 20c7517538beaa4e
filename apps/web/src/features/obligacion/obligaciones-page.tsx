import { MAX_DIAS_AVISO } from '@yupana/contract'
import { IconArrowLeft, IconCalendarShare } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'

import { Button } from '../../components/button.tsx'
import { EnlaceDialog } from '../../components/dialog/enlace-dialog.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { LoadFailure } from '../../components/load-failure.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { ObligacionLista } from '../../domain/obligacion/obligacion-lista.tsx'
import { createEnlace, dropEnlace, guardarAviso, obligacionesQuery } from '../../domain/obligacion/obligacion.queries.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { useLeave } from '../../lib/pagina/use-leave.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import classes from './obligacion.module.css'

const PLAZOS = [
  { value: '30', label: 'Los próximos 30 días' },
  { value: '90', label: 'Los próximos 90 días' },
  { value: '365', label: 'El próximo año' },
]
const OPENING = '90'

/** `/declaraciones/obligaciones`: all due obligations, and their calendar for other programs (O-30). */
export function ObligacionesPage() {
  const [search, setSearch] = useSearchParams()
  const dias = PLAZOS.find(({ value }) => value === search.get('dias'))?.value ?? OPENING
  const leave = useLeave('/declaraciones')
  const { data, error, refetch } = useQuery(obligacionesQuery(Number(dias)))
  return (
    <>
      <PageHeader title="Obligaciones" count={data && String(data.obligaciones.length)}>
        <LinkButton to="/declaraciones" variant="default" icon={<IconArrowLeft size={16} aria-hidden="true" />}>
          Declaraciones
        </LinkButton>
      </PageHeader>
      <div className={classes.page}>
        <div className={classes.tools}>
          <NativeSelect
            label="Hasta cuándo"
            value={dias}
            data={PLAZOS}
            onChange={({ currentTarget: { value } }) => setSearch({ dias: value }, { replace: true })}
          />
          {data && hasRight('declaracion:presentar') && <Calendario isShared={data.con_calendario} />}
        </div>
        {data && <Aviso {...data.aviso} />}
        {data ? (
          <section className={classes.card} aria-label="Lo que vence">
            {data.obligaciones.length === 0 ? (
              <p className={classes.quiet}>Nada vence en ese tiempo.</p>
            ) : (
              <ObligacionLista obligaciones={data.obligaciones} />
            )}
          </section>
        ) : error ? (
          <LoadFailure reason="No se pudo leer lo que vence." onRetry={() => void refetch()} onBack={leave} />
        ) : (
          <Skeleton label="Cargando las obligaciones" lines={['100%', '100%', '80%', '60%']} />
        )}
        <p className={classes.quiet}>
          Los plazos salen del noveno dígito del RUC y de los feriados nacionales. Feriados locales y puentes no constan: confirme los más
          próximos en la página del SRI.
        </p>
      </div>
    </>
  )
}

const NUNCA = ''
const DIAS = [
  { value: NUNCA, label: 'No avisarme' },
  ...Array.from({ length: MAX_DIAS_AVISO }, (_, at) => ({
    value: String(at + 1),
    label: at === 0 ? '1 día antes' : `${at + 1} días antes`,
  })),
]

/** Reminder mails to the user, for all companies. */
function Aviso({ dias, correo }: { dias: number | null; correo: string | null }) {
  const [isBusy, save] = useBusy((value: string) => untilRefused(guardarAviso(value === NUNCA ? null : Number(value))))
  return (
    <div className={classes.aviso}>
      <NativeSelect
        label="Avisarme por correo"
        value={dias === null ? NUNCA : String(dias)}
        data={DIAS}
        disabled={isBusy || correo === null}
        onChange={({ currentTarget: { value } }) => void save(value)}
      />
      <p className={classes.quiet}>
        {correo === null ? (
          <>
            Para recibir avisos, verifique su correo en <Link to="/perfil">su perfil</Link>.
          </>
        ) : (
          `Una carta al día, a ${correo}, con lo que vence en las empresas de las que usted responde y que emiten en producción.`
        )}
      </p>
    </div>
  )
}

/** Address of the calendar, for other programs. */
function Calendario({ isShared }: { isShared: boolean }) {
  const [enlace, setEnlace] = useState<string>()
  const [isBusy, share] = useBusy(async () => untilRefused(createEnlace().then(setEnlace)))
  const [isDropping, drop] = useBusy(() => untilRefused(dropEnlace()))
  return (
    <div className={classes.acciones}>
      <Button
        variant="default"
        busy={isBusy}
        busyLabel="Creando…"
        leftSection={<IconCalendarShare size={16} aria-hidden="true" />}
        onClick={() => void share()}
      >
        Llevar a mi calendario
      </Button>
      {isShared && (
        <Button variant="subtle" busy={isDropping} busyLabel="Retirando…" onClick={() => void drop()}>
          Retirar la dirección
        </Button>
      )}
      {enlace !== undefined && (
        <EnlaceDialog title="Calendario de obligaciones" enlace={enlace} onClose={() => setEnlace(undefined)}>
          Agréguela en su teléfono o programa de calendario como suscripción (.ics): se actualiza sola y avisa tres días antes. Quien la
          tenga ve lo que vence en esta empresa; retírela cuando quiera.
        </EnlaceDialog>
      )}
    </div>
  )
}
