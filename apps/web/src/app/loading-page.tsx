import { Skeleton } from '../components/skeleton.tsx'

/** Shown until it is known whether this user may open the page (O-36). */
export const LoadingPage = () => <Skeleton label="Cargando la página" lines={['220px', '100%', '100%', '60%']} />
