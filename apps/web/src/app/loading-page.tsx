import { Skeleton } from '../components/skeleton.tsx'

/** While it is not known yet whether this user may open the page (O-36). */
export const LoadingPage = () => <Skeleton label="Cargando la página" lines={['220px', '100%', '100%', '60%']} />
