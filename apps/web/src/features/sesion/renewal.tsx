import { useEffect, useState } from 'react'

import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { serverNow } from '../../lib/sesion/server-clock.ts'
import { runAt } from '../../lib/pagina/timer.ts'
import { isTyping } from '../../lib/teclado/use-keys.ts'
import { RenewalDialog } from './renewal-dialog.tsx'

/** The server renews only in the last ten minutes (O-07). */
const RENEWABLE_MS = 10 * 60_000

const hourOf = (instant: string) =>
  new Date(instant).toLocaleTimeString('es-EC', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'America/Guayaquil' })

/** In the last ten minutes: a notice, with renewal in place. It opens by itself unless the user is typing, whose letters it would take. */
export function Renewal({ expiration }: { expiration: string }) {
  const [ending, setEnding] = useState<string>()
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const begin = () => {
      setEnding(expiration)
      if (!isTyping(document.activeElement)) setOpened(true)
    }
    return runAt(Date.parse(expiration) - RENEWABLE_MS, begin, serverNow)
  }, [expiration])
  if (ending !== expiration) return null
  return (
    <>
      <Banner
        action={
          <Button variant="default" onClick={() => setOpened(true)}>
            Continuar la sesión
          </Button>
        }
      >
        Su sesión termina a las {hourOf(expiration)}. Puede continuarla con su contraseña, sin perder lo que está haciendo.
      </Banner>
      {opened && <RenewalDialog hour={hourOf(expiration)} onClose={() => setOpened(false)} />}
    </>
  )
}
