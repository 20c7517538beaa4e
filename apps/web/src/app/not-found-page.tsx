import { useNavigate } from 'react-router'

import { Wordmark } from '../components/brand/mark.tsx'
import { Button } from '../components/button.tsx'
import { ScreenMessage } from '../components/screen-message.tsx'

export function NotFoundPage() {
  const navigate = useNavigate()
  return (
    <main>
      <ScreenMessage title="NO ENCONTRADO" logo={<Wordmark />}>
        <p>Requerimiento no encontrado</p>
        <Button onClick={() => void navigate('/')}>REGRESAR AL DASHBOARD</Button>
      </ScreenMessage>
    </main>
  )
}
