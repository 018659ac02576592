import { invitationTokenSchema } from '@tandem/shared/invitation/schema';
import { useSearchParams } from 'react-router';
import { lazyPart } from '../../ui/page/lazy-part.tsx';
import { SignInFlow } from './SignInFlow.tsx';

const invitation = lazyPart('invitation', () => import('./InvitationFlow.tsx'));

/** `/register`: makes an account; by the link of an invitation, for its address and into its team. */
export default function RegisterScreen() {
  const [search] = useSearchParams();
  const given = search.get('invitation');
  const token = invitationTokenSchema.safeParse(given);
  if (given === null) return <SignInFlow key="register" mode="register" />;
  return <invitation.Part token={token.success ? token.data : null} />;
}
