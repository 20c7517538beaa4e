/** A bucket, from S3_URL: `https://CLAVE:SECRETO@servidor/cubo/prefijo?region=…`. */
export interface LugarS3 {
  /** Address of the bucket, without a final slash: path style, which every compatible server understands. */
  cubo: string
  /** Beginning of all names: empty, or ends with a slash. */
  prefijo: string
  region: string
  accessKeyId: string
  secreto: string
}

const SYNTAX = 'S3_URL debe decir la clave, el secreto y el cubo: https://CLAVE:SECRETO@servidor/cubo/carpeta?region=us-east-1.'
const CUBO = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const REGION = /^[a-z0-9-]{1,40}$/

/** The bucket of S3_URL. A problem never repeats the address, which has the secret. */
export function lugarS3Of(url: string | undefined, problem: (line: string) => void): LugarS3 | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined
  const { origin, username, password, pathname, searchParams } = new URL(url)
  const [cubo = '', ...carpetas] = pathname.split('/').filter((part) => part !== '')
  const region = searchParams.get('region') ?? 'us-east-1'
  if (username === '' || password === '' || !CUBO.test(cubo) || !REGION.test(region)) {
    problem(SYNTAX)
    return undefined
  }
  return {
    cubo: `${origin}/${cubo}`,
    prefijo: carpetas.map((carpeta) => `${carpeta}/`).join(''),
    region,
    accessKeyId: decodeURIComponent(username),
    secreto: decodeURIComponent(password),
  }
}
