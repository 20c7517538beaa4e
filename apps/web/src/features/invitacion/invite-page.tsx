import type { InvitacionRecibida } from '@yupana/contract'
import { conPunto, nombreRol } from '@yupana/fiscal'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { momentoText } from '../../lib/formato/format.ts'
import { sessionStore } from '../../lib/sesion/session.ts'
import { useStore } from '../../lib/pagina/store.ts'
import { useHiddenToken } from '../../lib/sesion/use-hidden-token.ts'
import { useRunning } from '../../lib/http/use-running.ts'
import { switchCompany } from '../../domain/cuenta/switch-company.ts'
import { acceptHere, acceptInvitation, leaveSession, pendingMail, readInvitation, type Lectura } from './invitacion.queries.ts'
import classes from './invitacion.module.css'
import { KnownPersonForm } from './known-person-form.tsx'
import { NewPersonForm } from './new-person-form.tsx'

const NO_ANSWER = 'No se pudo comprobar la invitación.'

/** `/invite/:token`: content of the invitation, and the form for its person. */
export function InvitePage() {
  const token = useHiddenToken('/invite')
  const [lectura, setLectura] = useState<Lectura>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    readInvitation(token).then(
      (read) => isCurrent && setLectura(read),
      () => isCurrent && setLectura({ message: NO_ANSWER, isFinal: false }),
    )
    return () => void (isCurrent = false)
  }, [token, attempt])
  const retry = () => {
    setLectura(undefined)
    setAttempt(attempt + 1)
  }
  return (
    <div className={classes.page}>
      <PageTitle>Aceptar invitación</PageTitle>
      {!lectura && <Skeleton label="Comprobando la invitación" lines={['100%', '80%', '60%']} />}
      {lectura && 'invitacion' in lectura && <Received token={token} invitacion={lectura.invitacion} />}
      {lectura && 'message' in lectura && <Refused {...lectura} onRetry={retry} />}
    </div>
  )
}

function Refused({ message, isFinal, onRetry }: { message: string; isFinal: boolean; onRetry: () => void }) {
  const navigate = useNavigate()
  return (
    <>
      <Alert title={message} />
      {!isFinal && (
        <Button onClick={onRetry} fullWidth>
          Reintentar
        </Button>
      )}
      <Button variant="default" onClick={() => void navigate('/')} fullWidth>
        Regresar
      </Button>
    </>
  )
}

function Received({ token, invitacion }: { token: string; invitacion: InvitacionRecibida }) {
  const navigate = useNavigate()
  const { session } = useStore(sessionStore)
  const propios = useOwnMails(session?.mail.toLowerCase())
  const goHome = () => void navigate('/')
  return (
    <>
      <Facts {...invitacion} />
      {!session && invitacion.existe && (
        <KnownPersonForm mail={invitacion.mail} onSubmit={(persona) => acceptInvitation(token, persona)} onDone={goHome} />
      )}
      {!session && !invitacion.existe && <NewPersonForm onSubmit={(nueva) => acceptInvitation(token, nueva)} onDone={goHome} />}
      {session && !propios && <Skeleton label="Comprobando su cuenta" lines={['60%']} />}
      {session &&
        propios &&
        (propios.verified === invitacion.mail ? (
          <AcceptHere token={token} invitacion={invitacion} who={session.username} />
        ) : (
          <SomebodyElse invitacion={invitacion} who={session.mail || session.username} isAsked={propios.asked === invitacion.mail} />
        ))}
    </>
  )
}

/** The user's verified and requested mail addresses; undefined until both are known. */
function useOwnMails(verified: string | undefined): { verified: string; asked: string | undefined } | undefined {
  const [pending, setPending] = useState<{ of: string; mail: string | undefined }>()
  useEffect(() => {
    if (verified === undefined) return
    let isCurrent = true
    const note = (mail: string | undefined) => isCurrent && setPending({ of: verified, mail })
    pendingMail().then(note, () => note(undefined))
    return () => void (isCurrent = false)
  }, [verified])
  return verified === undefined || pending?.of !== verified ? undefined : { verified, asked: pending.mail }
}

interface SomebodyElseProps {
  invitacion: InvitacionRecibida
  who: string
  /** The signed-in user only requested that address, as anybody can: this does not prove that the invitation is for this user. */
  isAsked: boolean
}

const SomebodyElse = ({ invitacion: { mail }, who, isAsked }: SomebodyElseProps) => (
  <>
    <Alert
      title={`La invitación es para ${mail} y usted ingresó como ${who}.`}
      details={[
        ...(isAsked
          ? ['Si esa cuenta es suya, confirme antes su correo con el enlace que le enviamos y vuelva a abrir esta invitación.']
          : []),
        'Cierre esta sesión para aceptarla con la otra cuenta.',
      ]}
    />
    <Button onClick={leaveSession} fullWidth>
      Cerrar sesión y continuar
    </Button>
  </>
)

function AcceptHere({ token, invitacion: { empresa }, who }: { token: string; invitacion: InvitacionRecibida; who: string }) {
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<string>()
  const [isAccepted, setAccepted] = useState(false)
  const running = useRunning()
  const accept = async () => {
    const refused = await acceptHere(token)
    setRefusal(refused)
    setAccepted(refused === undefined)
  }
  const enter = async () => {
    await switchCompany(empresa.id)
    await navigate('/')
  }
  if (isAccepted)
    return (
      <>
        <p role="status">Ya pertenece a {conPunto(empresa.name)}</p>
        <Button busy={running.isRunning} busyLabel="Entrando…" onClick={() => running.run(enter)} fullWidth>
          Entrar a {empresa.name}
        </Button>
      </>
    )
  return (
    <>
      {refusal && <Alert title={refusal} />}
      <p className={classes.quiet}>Se acepta con la cuenta con la que ingresó: {who}.</p>
      <Button busy={running.isRunning} busyLabel="Aceptando…" onClick={() => running.run(accept)} fullWidth>
        Aceptar invitación
      </Button>
    </>
  )
}

const Facts = ({ empresa, rol, invita, mail, vence_en }: InvitacionRecibida) => (
  <dl className={classes.facts}>
    <div>
      <dt>Empresa</dt>
      <dd>{empresa.name}</dd>
    </div>
    <div>
      <dt>Rol</dt>
      <dd>{nombreRol(rol)}</dd>
    </div>
    <div>
      <dt>Le invita</dt>
      <dd>{invita}</dd>
    </div>
    <div>
      <dt>Correo</dt>
      <dd>{mail}</dd>
    </div>
    <div>
      <dt>Vence</dt>
      <dd>{momentoText(vence_en)}</dd>
    </div>
  </dl>
)
