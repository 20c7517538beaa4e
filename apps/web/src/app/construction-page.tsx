import { useNavigate } from 'react-router'

import { Button } from '../components/button.tsx'
import { PageTitle } from '../components/page-title.tsx'
import classes from './construction-page.module.css'

/** A specified route whose screen does not exist yet (O-112). */
export function ConstructionPage() {
  const navigate = useNavigate()
  return (
    <div className={classes.page}>
      <PageTitle>En construcción</PageTitle>
      <p>Esta pantalla todavía no está disponible.</p>
      <Button variant="default" onClick={() => void navigate('/')}>
        Ir al inicio
      </Button>
    </div>
  )
}
