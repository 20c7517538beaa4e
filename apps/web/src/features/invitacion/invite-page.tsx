import type { InvitacionRecibida } from '@yupana/contract'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'

import { Alert } from '../../components/alert.tsx'
import { Button } from '../../components/button.tsx'
import { PageTitle } from '../../components/page-title.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { momentoText } from '../../lib/format.ts'
import { sessionStore } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { useHiddenToken } from '../../lib/use-hidden-token.ts'
import { useRunning } from '../../lib/use-running.ts'
import { acceptInvitation, enterJoined, leaveSession, readInvitation, type Lectura, type PersonaNueva } from './invitacion.queries.ts'
import classes from './invitacion.module.css'
import { NewPersonForm } from './new-person-form.tsx'

const NO_ANSWER = 'No se pudo comprobar la invitación.'

/** `/invite/:token`: what the invitation says, and what the person behind it has to do. */
export function InvitePage() {
  const token = useHiddenToken('/invite')
  const [lectura, setLectura] = useState<Lectura>()
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    let isCurrent = true
    readInvitation(token).then((read) => isCurrent && setLectura(read), () => isCurrent && setLectura({ message: NO_ANSWER, isFinal: false }))
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
  const { session } = useStore(sessionStore)
  const [refusal, setRefusal] = useState<string>()
  const [username, setUsername] = useState<string>()
  const accepting = useRunning()
  const isSomebodyElse = session !== undefined && session.mail.toLowerCase() !== invitacion.mail
  const accept = async (nueva?: PersonaNueva) => {
    setRefusal(undefined)
    const answer = await acceptInvitation(token, nueva)
    if (answer.ok) setUsername(answer.data.username)
    else setRefusal((Array.isArray(answer.body.data) ? answer.body.data[0]?.message : undefined) ?? answer.body.msg)
  }
  if (username !== undefined) return <Joined invitacion={invitacion} username={username} isNew={!invitacion.existe} isHere={session !== undefined} />
  return (
    <>
      <Facts {...invitacion} />
      {refusal && <Alert title={refusal} />}
      {isSomebodyElse && (
        <>
          <Alert title={`La invitación es para ${invitacion.mail} y usted ingresó como ${session.mail}.`} details={['Cierre esta sesión para aceptarla con la otra cuenta.']} />
          <Button onClick={leaveSession} fullWidth>
            Cerrar sesión y continuar
          </Button>
        </>
      )}
      {!isSomebodyElse && invitacion.existe && (
        <>
          <p className={classes.quiet}>{session ? 'Se acepta con la cuenta con la que ingresó.' : 'Ya tiene una cuenta con este correo: solo acepte y después ingrese como siempre.'}</p>
          <Button busy={accepting.isRunning} busyLabel="Aceptando…" onClick={() => accepting.run(accept)} fullWidth>
            Aceptar invitación
          </Button>
        </>
      )}
      {!isSomebodyElse && !invitacion.existe && <NewPersonForm onSubmit={accept} />}
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
      <dd>{rol.name}</dd>
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

interface JoinedProps {
  invitacion: InvitacionRecibida
  username: string
  isNew: boolean
  isHere: boolean
}

function Joined({ invitacion: { empresa, mail }, username, isNew, isHere }: JoinedProps) {
  const navigate = useNavigate()
  const entering = useRunning()
  const enter = () =>
    entering.run(async () => {
      await enterJoined(empresa.id)
      await navigate('/')
    })
  return (
    <>
      <p role="status">Ya pertenece a {empresa.name}.</p>
      {isHere ? (
        <Button busy={entering.isRunning} busyLabel="Entrando…" onClick={enter} fullWidth>
          Entrar a {empresa.name}
        </Button>
      ) : (
        <>
          <p className={classes.quiet}>{isNew ? `Ingrese con su correo ${mail}, o con su usuario ${username}, y la contraseña que acaba de elegir.` : `Ingrese como siempre, con ${mail} o su usuario ${username}.`}</p>
          <Button onClick={() => void navigate('/login')} fullWidth>
            Ir a iniciar sesión
          </Button>
        </>
      )}
    </>
  )
}
