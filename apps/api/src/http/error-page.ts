import type { AppError } from '../errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How a page for people shows a refusal, in place of the body that programs read. */
    errorPage?: (reply: FastifyReply, answer: AppError) => FastifyReply
  }
}
