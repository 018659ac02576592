import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ConnectionNotice } from '../../entities/live/ConnectionNotice.tsx';
import { ConnectBanner } from '../../entities/model/ConnectBanner.tsx';
import { useWorkspace } from '../../entities/workspace/store.ts';
import { StartComposer } from '../../features/channel/StartComposer.tsx';
import { InvitationBanner } from '../../features/team/InvitationBanner.tsx';
import { HomeTemplates } from '../../features/template/HomeTemplates.tsx';
import { useSession } from '../../lib/session/session.ts';
import { lazyPart } from '../../ui/page/lazy-part.tsx';
import { ScreenHeader } from '../../ui/page/ScreenHeader.tsx';
import { ScreenTitle } from '../../ui/page/ScreenTitle.tsx';
import { ScrollColumn } from '../../ui/page/ScrollColumn.tsx';
import { usePreloadedChannel } from '../channel/use-preloaded-channel.ts';
import { AppChoice } from './AppChoice.tsx';
import { chatAppsOf, findChosen, useAppChoice } from './choice.ts';
import classes from './HomeScreen.module.css';
import { Recents } from './Recents.tsx';
import { SharedHere } from './SharedHere.tsx';
import { Starters } from './Starters.tsx';
import { whenReady } from './when-ready.ts';

/** Names the draft of this composer. */
const PLACE = 'home';

const bin = lazyPart('bin', () => import('../workspace/BinScreen.tsx'));
const shared = lazyPart('shared', () => import('../share/SharedScreen.tsx'));

/** `/home`, and by `?view=` the shared channels or the bin. */
export default function HomeScreen() {
  const [params] = useSearchParams();
  const view = params.get('view');
  if (view === 'bin') return <bin.Part />;
  return view === 'shared' ? <shared.Part /> : <Home />;
}

/** A composer that starts a chat at once, and recent channels. */
function Home() {
  const { t } = useTranslation('home');
  usePreloadedChannel();
  const name = useSession((state) => state.user.name);
  const teamId = useSession((state) => state.user.currentTeamId) ?? '';
  const phase = useWorkspace((state) => state.phase);
  const spaces = useWorkspace((state) => state.tree.spaces);
  const apps = useWorkspace((state) => state.tree.apps);
  const chatApps = useMemo(() => chatAppsOf({ spaces, apps }), [spaces, apps]);
  const { app, choose } = useAppChoice(chatApps);
  const mayWrite = phase !== 'ready' || chatApps.length > 0;

  return (
    <>
      <ScreenTitle title={t('title')} />
      <ScreenHeader />
      <ConnectionNotice />
      <ScrollColumn top="clamp(16px, 14vh, 160px)">
        <InvitationBanner />
        <ConnectBanner />
        <h1 className={classes.greeting}>{t(`greeting.${timeOfDay()}`, { name: firstNameOf(name) })}</h1>
        {mayWrite ? (
          <>
            <StartComposer
              place={PLACE}
              appId={app?.id}
              findApp={async () => {
                const { tree } = await whenReady();
                return (await findChosen(chatAppsOf(tree), teamId))?.id ?? '';
              }}
              placeholder={t('placeholder')}
              tools={<AppChoice apps={chatApps} app={app} onChoose={choose} />}
            />
            <Starters place={PLACE} />
          </>
        ) : (
          <SharedHere />
        )}
        {mayWrite && <Recents />}
        <Suspense fallback={null}>
          <HomeTemplates />
        </Suspense>
      </ScrollColumn>
    </>
  );
}

function timeOfDay(): 'morning' | 'afternoon' | 'evening' {
  const hour = new Date().getHours();
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}

/** The name for the greeting: the first of several names, or the whole name where names have no spaces. */
function firstNameOf(name: string): string {
  return name.trim().split(/\s+/)[0] ?? '';
}
